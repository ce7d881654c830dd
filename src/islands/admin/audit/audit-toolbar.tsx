import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { DateField } from '#src/islands/ui/fields/date-field.tsx';
import { AUDIT_KIND_NAMES, type AUDIT_LIST, type AuditEntry } from '#src/wire/audit/audit.ts';

export function AuditToolbar({ list }: { list: List<AuditEntry, keyof typeof AUDIT_LIST.filters> }) {
  const { from, to } = list.state.filters;
  return (
    <ListToolbar
      list={list}
      label="Buscar na auditoria"
      placeholder="Pessoa, ação, produto, #1048..."
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

const KINDS = optionsOf('Tudo', AUDIT_KIND_NAMES);
