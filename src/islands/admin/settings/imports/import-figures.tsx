import { formatDay } from '#src/wire/basics/dates.ts';
import type { StoreImport } from '#src/wire/imports/imports.ts';

export function ImportFigures({ shown: { counts } }: { shown: StoreImport }) {
  const figures = [
    [counts.people, 'pessoa', 'pessoas'],
    [counts.sales, 'venda', 'vendas'],
    [counts.keys, 'chave', 'chaves'],
  ] as const;
  return (
    <section
      aria-label="O que o arquivo tem"
      className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 lg:px-6"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([count, one, many]) => (
          <div key={many} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{count === 1 ? one : many}</dt>
            <dd className="text-title-3 font-bold tabular-nums">{count.toLocaleString('pt-BR')}</dd>
          </div>
        ))}
      </dl>
      <div className="min-w-40 flex-1 border-line text-sm sm:border-l sm:pl-6">
        <p className="font-semibold">Nada foi gravado ainda</p>
        <p className="mt-0.5 text-muted">{detailsOf(counts)}</p>
      </div>
    </section>
  );
}

function detailsOf({ from, to, refunded, known, unpaid }: StoreImport['counts']): string {
  const month = (at: string) => formatDay(at).slice(3);
  const days = from && to ? `De ${month(from)} a ${month(to)}` : 'Nenhuma venda';
  const parts = [
    ...(refunded > 0 ? [`${refunded.toLocaleString('pt-BR')} ${refunded === 1 ? 'devolvida' : 'devolvidas'}`] : []),
    ...(known > 0 ? [`${known.toLocaleString('pt-BR')} que já vieram antes`] : []),
    ...(unpaid > 0 ? [`${unpaid.toLocaleString('pt-BR')} sem pagamento, que ficam de fora`] : []),
  ];
  return parts.length > 0 ? `${days}, com ${parts.join(', ')}.` : `${days}.`;
}
