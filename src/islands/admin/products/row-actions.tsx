import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { IconAction } from '#src/islands/ui/icon-action.tsx';

type Props<Item> = {
  /** It reads `imagem 2`, for instance. */
  what: string;
  list: readonly Item[];
  at: number;
  onChange: (list: Item[]) => void;
};

/** The order of the list counts. */
export function RowActions<Item>({ what, list, at, onChange }: Props<Item>) {
  const move = (to: number) => {
    const [moved, rest] = [list[at], list.toSpliced(at, 1)];
    if (moved !== undefined) onChange(rest.toSpliced(to, 0, moved));
  };
  return (
    <div className="flex shrink-0">
      <IconAction label={`Subir ${what}`} icon={ArrowUp} isDisabled={at === 0} onClick={() => move(at - 1)} />
      <IconAction
        label={`Descer ${what}`}
        icon={ArrowDown}
        isDisabled={at === list.length - 1}
        onClick={() => move(at + 1)}
      />
      <IconAction
        label={`Remover ${what}`}
        icon={Trash2}
        tone="danger"
        onClick={() => onChange(list.toSpliced(at, 1))}
      />
    </div>
  );
}
