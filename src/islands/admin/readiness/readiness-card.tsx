import { ChevronDown, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { isReady, READINESS_PATH, READINESS_STEPS, type ReadinessItem } from '#src/wire/upkeep/readiness.ts';

type Props = { rendered: ReadinessItem[] | null; isPassing?: boolean };

/** A card that `isPassing` can be folded, and goes when all is green. */
export function ReadinessCard({ rendered, isPassing = false }: Props) {
  const read = useRead<ReadinessItem[]>(READINESS_PATH, {
    initialData: rendered ?? undefined,
    refetchInterval: MINUTE_MS,
  });
  const { data: items, isError } = read;
  const { isFolded, fold } = useFolding(isPassing);
  if (isPassing && (!items || isReady(items))) return null;
  const done = items?.filter(({ state }) => state === 'ok').length ?? 0;
  return (
    <section aria-labelledby="readiness" className="@container rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <h2 id="readiness" className="text-base leading-6">
          Pronto para vender
        </h2>
        {items && (
          <p className="text-sm text-muted tabular-nums">
            <strong className="font-semibold text-foreground">{done}</strong> de {items.length}
          </p>
        )}
        <div aria-hidden="true" className="flex min-w-32 flex-1 gap-1 @max-md:order-last @max-md:basis-full">
          {PLACES.map((place, at) => (
            <span
              key={place}
              className={`h-1.5 flex-1 rounded-full ${items?.[at]?.state === 'ok' ? 'bg-petrol-600 dark:bg-petrol-400' : 'bg-line'}`}
            />
          ))}
        </div>
        {isPassing && (
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls="readiness-items"
            onClick={() => fold(!isFolded)}
            className="ml-auto flex min-h-9 items-center gap-1.5 max-sm:min-h-11 rounded-field px-2 text-sm text-link hover:bg-raised noscript:hidden"
          >
            {isFolded ? 'Mostrar' : 'Recolher'}
            <ChevronDown aria-hidden className={`size-4 ${isFolded ? '' : 'rotate-180'}`} />
          </button>
        )}
      </div>
      {isError && !items && (
        <div className="border-t border-line p-4">
          <FailedState title="Não foi possível conferir o que falta" read={read} />
        </div>
      )}
      <ol
        id="readiness-items"
        aria-labelledby="readiness"
        hidden={isFolded || (isError && !items)}
        className={`grid gap-px overflow-hidden rounded-b-card border-t border-line bg-line @2xl:grid-cols-2 @4xl:grid-cols-3 ${isPassing ? 'in-data-[readiness=folded]:hidden' : ''}`}
      >
        {items
          ? items.map((item) => <Item key={item.id} {...item} />)
          : PLACES.map((place) => <WaitingItem key={place} />)}
      </ol>
    </section>
  );
}

function WaitingItem() {
  return (
    <li className="grid h-20 content-start gap-2 bg-surface px-4 py-3 @4xl:last:col-span-2">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3.5 w-4/5" />
    </li>
  );
}

function Item({ id, state, detail, link }: ReadinessItem) {
  const { icon: Icon, color, word } = SIGNS[state];
  const { title, minutes } = READINESS_STEPS[id];
  return (
    <li className="flex items-start gap-3 bg-surface px-4 py-3 @4xl:last:col-span-2">
      <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
      <div className="min-w-0">
        <h3 className="text-sm leading-5 font-medium [font-stretch:100%] tracking-normal">
          {title}
          <span className="sr-only">: {word}</span>
          {state === 'todo' && <span className="ml-2 text-mini font-normal text-muted">cerca de {minutes} min</span>}
        </h3>
        <p className="text-table leading-5 text-muted wrap-anywhere">{detail}</p>
        {link && (
          <a
            href={link.href}
            className="relative mt-0.5 inline-flex min-h-7 items-center max-sm:before:absolute max-sm:before:-inset-2 text-table link decoration-outline hover:decoration-current"
          >
            {link.text}
          </a>
        )}
      </div>
    </li>
  );
}

/** `public/theme.js` knows what this browser keeps before the first paint. */
function useFolding(isPassing: boolean): { isFolded: boolean; fold: (isFolded: boolean) => void } {
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    if (isPassing) setFolded(document.documentElement.dataset['readiness'] === FOLDED);
  }, [isPassing]);
  return {
    isFolded,
    fold(wanted) {
      setFolded(wanted);
      if (wanted) document.documentElement.dataset['readiness'] = FOLDED;
      else delete document.documentElement.dataset['readiness'];
      try {
        if (wanted) localStorage.setItem('readiness', FOLDED);
        else localStorage.removeItem('readiness');
      } catch (error) {
        console.warn('A escolha não pôde ser guardada neste navegador:', error);
      }
    },
  };
}

const FOLDED = 'folded';
const SIGNS = {
  ok: { icon: CircleCheck, color: 'text-success', word: 'pronto' },
  warn: { icon: TriangleAlert, color: 'text-warning', word: 'atenção' },
  todo: { icon: CircleDashed, color: 'text-muted', word: 'falta' },
} satisfies Record<ReadinessItem['state'], { icon: LucideIcon; color: string; word: string }>;

const PLACES = Object.keys(READINESS_STEPS);
