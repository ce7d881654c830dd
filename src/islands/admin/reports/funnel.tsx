import { ChangeText } from '#src/islands/admin/dashboard/change-text.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { acceptanceText } from '#src/wire/offers/offers.ts';
import type { OriginReport, Funnel as Steps } from '#src/wire/reports/origins.ts';
import { formatPercent } from './format-percent.ts';

type Props = { report: OriginReport | undefined; today: string; isStale: boolean };

/** Each step beside the one before, with what it is compared with, and what it counts in words. */
export function Funnel({ report, today, isStale }: Props) {
  const funnel = report?.funnel;
  const widest = Math.max(1, ...Object.values(funnel ?? {}));
  return (
    <section aria-labelledby="funnel" className="rounded-card border border-line bg-surface p-4">
      <h2 id="funnel" className="text-base">
        Da visita ao pagamento
      </h2>
      <ol
        aria-busy={!funnel || isStale}
        className={`mt-3 grid gap-4 transition-opacity duration-150 sm:grid-cols-2 xl:grid-cols-4 ${isStale ? 'opacity-55' : ''}`}
      >
        {STEPS.map(({ step, name, text, before }) => (
          <li key={step} className="grid min-w-0 content-start gap-1">
            <h3 className="text-sm font-normal text-muted [font-stretch:100%]">{name}</h3>
            <p className="flex flex-wrap items-baseline gap-x-2 text-[1.5rem] leading-8 font-[650] tracking-[-.015em] tabular-nums [font-stretch:86%]">
              {funnel ? funnel[step].toLocaleString('pt-BR') : <Skeleton className="h-8 w-20" />}
              {funnel && before && (
                <span className="text-table font-normal tracking-normal text-muted [font-stretch:100%]">
                  {shareText(funnel[step], funnel[before])}
                </span>
              )}
            </p>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 6"
              preserveAspectRatio="none"
              className="h-1.5 w-full rounded-full"
            >
              <rect width="100" height="6" className="fill-raised" />
              <rect width={funnel ? (100 * funnel[step]) / widest : 0} height="6" className="fill-petrol-500" />
            </svg>
            <p className="mt-1 min-h-5 text-table text-muted">
              {report ? (
                <ChangeText
                  figure={{ value: report.funnel[step], before: report.before?.[step] ?? null }}
                  previous={report.before?.days ?? null}
                  today={today}
                  format={(count) => count.toLocaleString('pt-BR')}
                />
              ) : (
                <Skeleton className="h-5 w-4/5 max-w-48" />
              )}
            </p>
            <p className="text-table text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <ul
        aria-label="Testes e ofertas"
        className={`mt-4 grid gap-1 border-t border-line pt-3 text-sm text-muted tabular-nums transition-opacity duration-150 ${isStale ? 'opacity-55' : ''}`}
      >
        <li>{report ? trialsText(report) : <Skeleton className="h-5 w-4/5 max-w-96" />}</li>
        <li>{report ? offersText(report) : <Skeleton className="h-5 w-4/5 max-w-96" />}</li>
      </ul>
    </section>
  );
}

function trialsText({ trials: { begun, bought } }: OriginReport): string {
  if (begun === 0) return 'Testes: nenhum começou neste período.';
  const begunText = countText(begun, 'começou no período', 'começaram no período');
  const boughtText = bought === 0 ? 'nenhum virou venda' : countText(bought, 'virou venda', 'viraram venda');
  return `Testes: ${begunText} e ${boughtText} até agora (${formatPercent((100 * bought) / begun)}).`;
}

function offersText({ offers }: OriginReport): string {
  if (offers.shown === 0) return 'Ofertas: nenhuma foi mostrada neste período.';
  const shownText = countText(offers.shown, 'vez', 'vezes');
  return `${acceptanceText(offers)}: mostradas ${shownText} no checkout, ${countText(offers.taken, 'paga', 'pagas')}.`;
}

function shareText(count: number, before: number): string {
  return before === 0 ? '' : `${formatPercent((100 * count) / before)} do passo anterior`;
}

const STEPS: { step: keyof Steps; name: string; text: string; before: keyof Steps | null }[] = [
  {
    step: 'entries',
    name: 'Entradas',
    text: 'Páginas da loja abertas por quem veio de fora, sem os robôs. Recarregar conta de novo.',
    before: null,
  },
  {
    step: 'checkouts',
    name: 'Abriram o checkout',
    text: 'Páginas de compra abertas, de fora ou de dentro da loja.',
    before: 'entries',
  },
  {
    step: 'charges',
    name: 'Geraram Pix',
    text: 'Pedidos feitos no período que receberam um código Pix.',
    before: 'checkouts',
  },
  {
    step: 'paid',
    name: 'Pagaram',
    text: 'Desses pedidos, os pagos, mesmo que devolvidos depois.',
    before: 'charges',
  },
];
