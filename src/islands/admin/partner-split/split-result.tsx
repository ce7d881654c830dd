import { TrendingDown } from 'lucide-react';
import { useRef } from 'react';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import type { Share, Split } from '#src/wire/affiliates/partner-split.ts';
import { formatSigned } from './amount.ts';
import { ShareTimeline } from './share-timeline.tsx';

type Props = {
  /** It is null while an amount is invalid. */
  split: Split | null;
  revenueCents: number;
  costCents: number;
};

export function SplitResult({ split, revenueCents, costCents }: Props) {
  const isLoss = split !== null && split.baseCents < 0;
  return (
    <section
      aria-labelledby="split"
      className="grid min-w-0 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="split" className="text-sm font-normal text-muted [font-stretch:100%]">
            {isLoss ? 'Prejuízo a dividir' : 'Base da divisão'}
          </h2>
          <p role="status" className={`${AMOUNT} text-[1.75rem] leading-9 ${isLoss ? 'text-danger' : ''}`}>
            {split ? formatSigned(split.baseCents) : '—'}
          </p>
        </div>
        <p className="text-table text-muted tabular-nums">{split && explanation(revenueCents, costCents)}</p>
      </div>
      {isLoss && (
        <p className="flex items-start gap-2 text-sm">
          <TrendingDown aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />O custo passou da receita: não há
          lucro a repartir. Abaixo está a parte de cada um no prejuízo.
        </p>
      )}
      <ShareTimeline shares={split?.shares ?? []} isLoss={isLoss} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
        {split?.shares.map((share, at) => (
          <ShareAmount key={share.percent} share={share} at={at} isLoss={isLoss} />
        ))}
      </dl>
      {split && <Summary text={summary(split, revenueCents, costCents)} />}
    </section>
  );
}

function ShareAmount({ share, at, isLoss }: { share: Share; at: number; isLoss: boolean }) {
  return (
    <div className="min-w-0 border-t border-line pt-3">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[3px] ${SWATCHES[at]}`} />
        <span className="truncate" title={share.name}>
          {share.name}
        </span>
        <span className="shrink-0 tabular-nums">{share.percent}%</span>
      </dt>
      <dd className={`${AMOUNT} mt-0.5 text-[1.25rem] leading-7 ${isLoss && share.cents < 0 ? 'text-danger' : ''}`}>
        {formatSigned(share.cents)}
      </dd>
    </div>
  );
}

function Summary({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor="split-summary" className="text-sm font-medium">
          Resumo
        </label>
        <CopyButton
          label="Copiar resultado"
          text={text}
          field={field}
          className="button-2 min-h-9! max-sm:min-h-11! gap-1.5! px-3.5! text-sm!"
        />
      </div>
      <textarea
        ref={field}
        id="split-summary"
        readOnly
        rows={text.split('\n').length}
        value={text}
        className="w-full resize-none rounded-field border border-line bg-background px-3 py-2 text-table tabular-nums"
      />
    </div>
  );
}

function explanation(revenueCents: number, costCents: number): string {
  if (costCents === 0) return `receita de ${formatSigned(revenueCents)}, sem custo`;
  return `${formatSigned(revenueCents)} − ${formatSigned(costCents)} de custo`;
}

function summary({ baseCents, shares }: Split, revenueCents: number, costCents: number): string {
  return [
    `Receita: ${formatSigned(revenueCents)}`,
    ...(costCents > 0 ? [`Custo: ${formatSigned(costCents)}`] : []),
    `${baseCents < 0 ? 'Prejuízo' : 'Base'}: ${formatSigned(baseCents)}`,
    ...shares.map(({ name, percent, cents }) => `${name} (${percent}%): ${formatSigned(cents)}`),
  ].join('\n');
}

const AMOUNT = 'font-[650] tracking-[-.015em] [word-spacing:.12em] tabular-nums [font-stretch:86%]';
const SWATCHES = ['bg-petrol-700', 'bg-sand-300', 'bg-petrol-400'];
