import { useEffect, useState } from 'react';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { splitEarnings, splitWarning } from '#src/wire/affiliates/partner-split.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { centsOf } from './amount.ts';
import { type MonthRevenue, MonthRevenuePicker } from './month-revenue-picker.tsx';
import { SplitResult } from './split-result.tsx';

type Props = {
  partners: [string, string];
  /** This month and those before it, newest first, as `2026-11`. */
  months: string[];
};

/** Sends and stores nothing. */
export function PartnerSplit({ partners, months }: Props) {
  const [revenue, setRevenue] = useState('');
  const [cost, setCost] = useState('');
  const [source, setSource] = useState<MonthRevenue | null>(null);
  const [revenueCents, costCents] = [centsOf(revenue), centsOf(cost)];

  useEffect(() => {
    const warning = splitWarning();
    if (warning) console.warn(warning);
  }, []);

  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Porcentagem"
        help="society-calculator"
        subtitle={`Divide o que a loja ganhou entre ${partners[0]}, ${partners[1]} e GBR, até o último centavo.`}
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
        <section aria-label="Valores" className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4">
          <MoneyField
            label="Receita"
            value={revenue}
            error={revenueCents === null ? WRONG_AMOUNT : null}
            hint={source ? source.note : 'O que entrou, ou a receita de um mês da loja.'}
            onChange={(typed) => {
              setRevenue(typed);
              setSource(null);
            }}
          />
          <MonthRevenuePicker
            months={months}
            onFill={(month) => {
              setRevenue(formatCents(month.revenueCents));
              setSource(month);
            }}
          />
          <MoneyField
            label="Custo"
            value={cost}
            error={costCents === null ? WRONG_AMOUNT : null}
            hint="Acima de zero, sai da receita antes da divisão."
            onChange={setCost}
          />
        </section>
        <SplitResult
          split={revenueCents === null || costCents === null ? null : splitEarnings(revenueCents, costCents, partners)}
          revenueCents={revenueCents ?? 0}
          costCents={costCents ?? 0}
        />
      </div>
    </div>
  );
}

const WRONG_AMOUNT = 'Informe um valor de até R$ 999.999.999,99, com no máximo duas casas decimais, como R$ 1.234,50.';
