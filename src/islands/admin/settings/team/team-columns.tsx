import { Fingerprint, Smartphone, TriangleAlert } from 'lucide-react';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { useNow } from '#src/islands/ui/use-now.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import type { TeamInvitation, TeamMember } from '#src/wire/access/team.ts';
import { agoText, formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';

export type TeamRow = ({ kind: 'member' } & TeamMember) | ({ kind: 'invitation' } & TeamInvitation);

export const TEAM_COLUMNS: readonly Column<TeamRow>[] = [
  { id: 'person', header: 'Pessoa', card: 'title', cell: (row) => <Person row={row} /> },
  { id: 'role', header: 'Papel', width: 'w-28', card: 'line', cell: ({ role }) => ROLES[role].name },
  { id: 'factor', header: '2º fator', width: 'w-28', card: 'line', cell: (row) => <Factor row={row} /> },
  { id: 'seen', header: 'Visto', width: 'w-32', card: 'line', cell: (row) => <Seen row={row} /> },
];

function Person({ row }: { row: TeamRow }) {
  const [first, second] =
    row.kind === 'member'
      ? [row.name, row.email]
      : [row.email, `convite ${row.isExpired ? 'venceu em' : 'até'} ${formatDayTime(row.expiresAt)}`];
  return (
    <span className="block min-w-0">
      <span className="block truncate font-semibold" title={first}>
        {first}
        {row.kind === 'member' && row.isSelf && <span className="font-normal text-muted"> (você)</span>}
      </span>
      <span className="block truncate text-mini font-normal text-muted" title={second}>
        {second}
      </span>
    </span>
  );
}

function Factor({ row }: { row: TeamRow }) {
  if (row.kind === 'invitation') return <span className="text-muted">—</span>;
  const { Icon, text, color } = FACTORS[row.factor ?? 'none'];
  return (
    <span className={`inline-flex items-center gap-1.5 ${color}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  );
}

const FACTORS = {
  passkey: { Icon: Fingerprint, text: 'Passkey', color: '' },
  code: { Icon: Smartphone, text: 'App', color: '' },
  none: { Icon: TriangleAlert, text: 'Falta', color: 'text-warning' },
};

function Seen({ row }: { row: TeamRow }) {
  const now = useNow(MINUTE_MS);
  if (row.kind === 'invitation') {
    return row.isExpired ? <Badge tone="warning">Vencido</Badge> : <Badge tone="neutral">Convite</Badge>;
  }
  if (!row.seenAt) return <span className="text-muted">Nunca entrou</span>;
  return (
    <time dateTime={row.seenAt} title={formatDayTime(row.seenAt)} className="tabular-nums">
      {seenText(row.seenAt, now)}
    </time>
  );
}

/** The server notes a visit at most every five minutes. */
function seenText(at: string, now: Date | null): string {
  if (!now) return formatDay(at);
  const ms = now.getTime() - Date.parse(at);
  if (ms < NOW_MS) return 'agora';
  return ms < DAY_MS ? `há ${agoText(at, now)}` : formatDay(at);
}

const NOW_MS = 6 * MINUTE_MS;
