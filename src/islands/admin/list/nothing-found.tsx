import { type LucideIcon, SearchX } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';

export type NothingFoundWords = { title: string; text: string; resetLabel: string; icon?: LucideIcon };

type Props = NothingFoundWords & { onReset: () => void };

export function NothingFound({ title, text, resetLabel, icon = SearchX, onReset }: Props) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        <Button variant="secondary" size="small" onClick={onReset}>
          {resetLabel}
        </Button>
      }
    />
  );
}
