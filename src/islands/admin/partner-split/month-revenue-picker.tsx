import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { formatMonth, monthPeriod } from '#src/wire/basics/periods.ts';
import { type Analytics, analyticsAddress } from '#src/wire/reports/analytics.ts';

export type MonthRevenue = { revenueCents: number; note: string };

type Props = { months: string[]; onFill: (month: MonthRevenue) => void };

export function MonthRevenuePicker({ months, onFill }: Props) {
  const [month, setMonth] = useState(months[0] ?? '');
  const { submit, isBusy } = useChange<string, Analytics>({
    run: (asked) => api.get<Analytics>(analyticsAddress(monthPeriod(asked))),
    done: ({ revenue, sales }, asked) => {
      const until = asked === months[0] ? ' até agora' : '';
      const note = `Receita de ${formatMonth(asked)}${until}: ${countText(sales, 'venda', 'vendas')}.`;
      onFill({ revenueCents: Math.round(revenue * 100), note });
    },
    failed: 'Não foi possível buscar a receita do mês',
  });

  return (
    <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
      <div className="min-w-0 flex-1">
        <Select
          label="Mês da loja"
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
        />
      </div>
      <div className="grid sm:h-10">
        <Button size="small" icon={CalendarCheck} isBusy={isBusy} busyLabel="Buscando..." onClick={() => submit(month)}>
          Usar o mês
        </Button>
      </div>
    </div>
  );
}
