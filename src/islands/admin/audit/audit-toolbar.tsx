import { ListFilter, ListToolbar } from '#src/islands/admin/list-toolbar.tsx';
import type { List } from '#src/islands/admin/use-list.ts';
import { DateField } from '#src/islands/ui/date-field.tsx';
import type { AuditEntry, AuditKind } from '#src/wire/audit.ts';

/** Narrows the trail to one thing, one kind of things or a period. */
export function AuditToolbar({ list }: { list: List<AuditEntry, 'kind' | 'from' | 'to'> }) {
  const { from, to } = list.state.filters;
  return (
    <ListToolbar
      list={list}
      label="Buscar pelo código"
      placeholder="Buscar pelo código..."
      filters={<ListFilter list={list} name="kind" label="Mostrar" options={KINDS} width="sm:w-52" />}
    >
      <div className="grid w-full grid-cols-2 gap-3 sm:w-84">
        <DateField
          label="De"
          size="small"
          value={from}
          max={to || undefined}
          onChange={(day) => list.setFilter('from', day)}
        />
        <DateField
          label="Até"
          size="small"
          value={to}
          min={from || undefined}
          onChange={(day) => list.setFilter('to', day)}
        />
      </div>
    </ListToolbar>
  );
}

const KIND_NAMES: Record<AuditKind, string> = {
  product: 'Produtos e arquivos',
  key: 'Chaves de ativação',
  purchase: 'Vendas',
  customer: 'Clientes',
  coupon: 'Cupons',
  affiliate: 'Afiliados e comissões',
  bank: 'Banco',
};
const KINDS = [{ value: '', label: 'Tudo' }, ...Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))];
