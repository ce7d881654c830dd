import { SearchX } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';

type Props = { title: string; text: string; resetLabel: string; onReset: () => void };

export function NothingFound({ title, text, resetLabel, onReset }: Props) {
  return (
    <EmptyState
      icon={SearchX}
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
