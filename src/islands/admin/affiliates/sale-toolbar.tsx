import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list-toolbar.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import {
  type AFFILIATE_SALE_LIST,
  AFFILIATE_SALE_STATE_NAMES,
  type AffiliateSale,
  type CommissionSummary,
} from '#src/wire/affiliates.ts';

type Props = {
  list: List<AffiliateSale, keyof typeof AFFILIATE_SALE_LIST.filters>;
  affiliates: CommissionSummary['affiliates'];
};

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

const STATES = optionsOf('Todos os status', AFFILIATE_SALE_STATE_NAMES);
