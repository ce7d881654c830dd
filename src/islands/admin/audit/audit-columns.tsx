import { ArrowRight, ChevronRight } from 'lucide-react';
import { DayTime } from '#src/islands/ui/date-time.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { ShownEntry } from './fold-passes.ts';
import { subjectUrl } from './subject-url.ts';

export const AUDIT_COLUMNS: readonly Column<ShownEntry>[] = [
  {
    id: 'at',
    header: 'Quando',
    sortKey: 'time',
    width: 'w-38',
    card: 'foot',
    cell: ({ at }) => (
      <span className="@max-2xl:whitespace-normal">
        <DayTime at={at} />
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'Quem',
    width: 'w-32 @4xl:w-36',
    card: 'foot',
    cell: (entry) => <Actor entry={entry} />,
  },
  { id: 'what', header: 'O que aconteceu', card: 'title', cell: (entry) => <What entry={entry} /> },
  {
    id: 'fields',
    header: 'O que mudou',
    width: 'w-[30%]',
    card: 'line',
    cell: (entry) => <Changed entry={entry} />,
  },
  {
    id: 'code',
    header: 'Código',
    isMinor: true,
    width: 'w-26',
    card: 'hidden',
    cell: (entry) => !entry.isWhole && <Code id={entry.entityId} />,
  },
];

/** The role is that of then, and the session as its person finds it in their account. */
function Actor({ entry: { actorName, actorRole, session } }: { entry: AuditEntry }) {
  const details = [actorRole && ROLES[actorRole].name, session && `sessão ${session.slice(0, SHORT_CODE_LENGTH)}`];
  const text = details.filter(Boolean).join(' · ');
  return (
    <span className="grid whitespace-normal wrap-anywhere @2xl:py-2">
      {actorName ?? <span className="text-muted">Usuário removido</span>}
      {text && <span className="text-mini font-normal text-muted">{text}</span>}
    </span>
  );
}

/** Writes `Alterou o cupom EDITA10`. */
export function entryText(entry: AuditEntry): string {
  if (entry.isWhole) return entry.text;
  return `${entry.text} ${entry.subject?.name ?? shortCode(entry.entityId)}`;
}

function What({ entry }: { entry: ShownEntry }) {
  if (entry.passes) return <Passes passes={entry.passes} />;
  return (
    <span className="block whitespace-normal wrap-anywhere @2xl:py-2">
      {entry.text} {!entry.isWhole && <Thing entry={entry} />}
    </span>
  );
}

function Passes({ passes }: { passes: readonly AuditEntry[] }) {
  return (
    <details className="group/passes whitespace-normal @2xl:py-2">
      <summary className="flex list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted transition group-open/passes:rotate-90" />
        Passou {passes.length} vezes pelas senhas das áreas
      </summary>
      <ul className="mt-1.5 grid pl-5.5 gap-1 font-normal text-muted">
        {passes.map((pass) => (
          <li key={pass.id} className="wrap-anywhere">
            <DayTime at={pass.at} /> {pass.text}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Thing({ entry: { entityId, subject } }: { entry: AuditEntry }) {
  if (!subject) return <Code id={entityId} />;
  const address = subjectUrl(subject);
  if (!address) return <span className="font-medium">{subject.name}</span>;
  return (
    <a href={address} className="font-medium link decoration-outline hover:decoration-current">
      {subject.name}
    </a>
  );
}

function Code({ id }: { id: string }) {
  return (
    <span className="code text-muted" title={id}>
      {shortCode(id)}
    </span>
  );
}

/** Values where the trail has them, and the names of the other fields. */
function Changed({ entry: { shown, otherFields } }: { entry: AuditEntry }) {
  if (otherFields.length === 0 && shown.length === 0) return <span data-nothing />;
  return (
    <span className="grid gap-0.5 whitespace-normal wrap-anywhere @2xl:py-2">
      {shown.map(({ name, before, after }) => (
        <span key={name}>
          <span className="text-muted">{name}:</span> {shortened(before)}{' '}
          <ArrowRight aria-hidden className="inline size-3.5 align-[-.15em] text-muted" />
          <span className="sr-only">passou a</span> <span className="font-medium">{shortened(after)}</span>
        </span>
      ))}
      {otherFields.length > 0 && <span>{otherFields.join(', ')}</span>}
    </span>
  );
}

/** A long text before must not hide what it became. */
function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
}

const LONGEST_VALUE = 60;
const SHORT_CODE_LENGTH = 8;

/** The beginning of our random ids is enough to tell them apart and to search for them. */
function shortCode(id: string): string {
  return /^[0-9a-f]{32}$/.test(id) ? `#${id.slice(0, SHORT_CODE_LENGTH)}` : id;
}
