import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import type { COMMISSION_LIST, Commission, CommissionSummary } from '#src/wire/affiliates/affiliates.ts';
import { COMMISSION_STATE_NAMES } from '#src/wire/affiliates/commission-states.ts';

type Props = {
  list: List<Commission, keyof typeof COMMISSION_LIST.filters>;
  affiliates: CommissionSummary['affiliates'];
};

export function CommissionToolbar({ list, affiliates }: Props) {
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

const STATES = optionsOf('Todos os status', COMMISSION_STATE_NAMES);
