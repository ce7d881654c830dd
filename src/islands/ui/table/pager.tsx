import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { lastPage, pageNumbers, rangeText, type Shown } from './page-numbers.ts';

type Props = Shown & {
  onPage: (page: number) => void;
  /** It is called when a page is hovered or focused. */
  onPrefetch?: (page: number) => void;
};

export function Pager({ onPage, onPrefetch, ...shown }: Props) {
  const { page, pageSize, total } = shown;
  const last = lastPage(total, pageSize);
  const go = { page, last, onPage, onPrefetch };
  if (total === 0) return null;
  return (
    <div className="@container">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-table text-muted tabular-nums">
          {rangeText(shown)}
        </p>
        {last > 1 && (
          <nav aria-label="Páginas" className="flex items-center gap-0.5">
            <Step {...go} to={page - 1} label="Página anterior" icon={ChevronLeft} />
            {pageNumbers(page, last).map((number, place) => {
              if (number === null) return <Gap key={place < 3 ? 'before' : 'after'} />;
              return <Numbered {...go} key={number} to={number} />;
            })}
            <Step {...go} to={page + 1} label="Próxima página" icon={ChevronRight} />
          </nav>
        )}
      </div>
    </div>
  );
}

type Go = Pick<Props, 'onPage' | 'onPrefetch'> & { page: number; last: number; to: number };

function Step({ last, to, label, icon: Icon, onPage, onPrefetch }: Go & { label: string; icon: LucideIcon }) {
  const isPossible = to >= 1 && to <= last;
  const prefetch = () => isPossible && onPrefetch?.(to);
  return (
    <button
      type="button"
      aria-label={label}
      // `disabled` would drop the focus on the last page.
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && onPage(to)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className={`${BUTTON} text-muted aria-disabled:cursor-not-allowed aria-disabled:opacity-45`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}

function Numbered({ page, last, to, onPage, onPrefetch }: Go) {
  const isHere = to === page;
  const isLeftOut = last > FEW_PAGES && !isHere && to !== 1 && to !== last;
  const prefetch = () => isHere || onPrefetch?.(to);
  return (
    <button
      type="button"
      aria-label={`Página ${to}`}
      aria-current={isHere ? 'page' : undefined}
      onClick={() => isHere || onPage(to)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className={`${BUTTON} ${isHere ? 'bg-raised font-semibold' : 'text-muted'} ${isLeftOut ? '@max-[21rem]:hidden' : ''}`}
    >
      {to.toLocaleString('pt-BR')}
    </button>
  );
}

function Gap() {
  return (
    <span aria-hidden="true" className="grid h-9 w-6 place-items-center text-muted text-table">
      …
    </span>
  );
}

/** More would not fit on one line of the smallest phones. */
const FEW_PAGES = 5;
const BUTTON =
  'grid h-9 min-w-9 max-sm:h-11 place-items-center rounded-field px-1.5 text-table tabular-nums transition-colors duration-150 hover:bg-raised hover:text-foreground';
