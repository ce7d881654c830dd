import { type LucideIcon, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';

export type ChoiceAction = { label: string; icon: LucideIcon } & (
  | { run: () => void; isBusy?: boolean; href?: undefined }
  | { href: string }
);

type Props = {
  noun: readonly [one: string, many: string];
  count: number;
  actions: readonly ChoiceAction[];
  onClear: () => void;
};

/** Stays at the foot of the screen while rows are chosen, and stands after their list; never offers a deletion. */
export function ChoiceBar({ noun, count, actions, onClear }: Props) {
  const bar = useFocusReturnToList();
  return (
    <div
      ref={bar}
      data-foot
      role="region"
      aria-label="Linhas escolhidas"
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full animate-enter flex-wrap items-center justify-center gap-x-1 max-sm:w-full rounded-card border border-graphite-700 bg-graphite-950 px-2 py-1.5 text-sm text-white shadow-float dark:bg-graphite-800"
    >
      <p role="status" className="px-3 py-2 font-semibold tabular-nums max-sm:flex-1">
        {count === 1 ? `1 ${noun[0]}` : `${count.toLocaleString('pt-BR')} ${noun[1]}`}
      </p>
      <div className="contents max-sm:order-1 max-sm:flex max-sm:basis-full max-sm:flex-wrap">
        {actions.map((action) => (
          <BarAction key={action.label} action={action} />
        ))}
      </div>
      <button type="button" onClick={onClear} className={ACTION}>
        <X aria-hidden className="size-4" />
        Limpar
      </button>
    </div>
  );
}

/** The bar goes with the choice, so the focus goes back to where the next row is chosen. */
function useFocusReturnToList() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const boxes = element.previousElementSibling?.querySelectorAll<HTMLElement>('input[type=checkbox]') ?? [];
      [...boxes].find((box) => box.checkVisibility())?.focus({ preventScroll: true });
    };
  }, []);
  return bar;
}

function BarAction({ action }: { action: ChoiceAction }) {
  const { label, icon: Icon } = action;
  const words = (
    <>
      <Icon aria-hidden className="size-4" />
      {label}
    </>
  );
  if (action.href !== undefined) {
    return (
      <a href={action.href} download className={ACTION}>
        {words}
      </a>
    );
  }
  return (
    <button type="button" aria-disabled={action.isBusy || undefined} onClick={action.run} className={ACTION}>
      {words}
    </button>
  );
}

const ACTION =
  'inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-field px-3 font-medium whitespace-nowrap hover:bg-white/12 aria-disabled:cursor-progress aria-disabled:opacity-60 max-sm:min-h-11';
