import { ListFilter, ListToolbar } from '#src/islands/admin/list-toolbar.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import type { AffiliateSale, CommissionSummary } from '#src/wire/affiliates.ts';
import { SALE_STATE_NAMES } from './sale-columns.tsx';
import type { SaleFilter } from './sale-list.tsx';

type Props = { list: List<AffiliateSale, SaleFilter>; affiliates: CommissionSummary['affiliates'] };

export function SaleToolbar({ list, affiliates }: Props) {
  const people = affiliates.map(({ id, name, isClosed }) => ({
    value: id,
    label: isClosed ? `${name} (encerrado)` : name,
  }));
  return (
    <ListToolbar
      list={list}
      label="Buscar vendas de afiliados"
      placeholder="Buscar por cliente ou produto..."
      filters={
        <>
          <ListFilter
            list={list}
            name="affiliate"
            label="Afiliado"
            options={[{ value: '', label: 'Todos os afiliados' }, ...people]}
            width="sm:w-56"
          />
          <ListFilter list={list} name="status" label="Status" options={STATES} width="sm:w-40" />
        </>
      }
    />
  );
}

const STATES = [
  { value: '', label: 'Todos os status' },
  { value: 'pending', label: SALE_STATE_NAMES.pending },
  { value: 'paid', label: SALE_STATE_NAMES.paid },
  { value: 'reversed', label: SALE_STATE_NAMES.reversed },
];
