import { DayRange } from '#src/islands/admin/list/day-range.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
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
      <DayRange
        from={from}
        to={to}
        onFrom={(day) => list.setFilter('from', day)}
        onTo={(day) => list.setFilter('to', day)}
      />
    </ListToolbar>
  );
}

const KINDS = optionsOf('Tudo', AUDIT_KIND_NAMES);
