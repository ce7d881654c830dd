import {
  type AuditFilter,
  type AuditSubject,
  countAudit,
  countWholeAudit,
  type ListedAudit,
  listAudit,
  listAuditSubjects,
  listWholeAudit,
} from '#db/queries/audit.ts';
import { sliceOf, sumTallies } from '#db/queries/paging.ts';
import type { AuditEntry, AuditRequest } from '#src/wire/audit.ts';
import type { Page } from '#src/wire/lists.ts';
import type { Shop } from './shop.ts';

/** One page of what was changed, with the names of those things that still exist. */
export async function showAuditTrail(shop: Shop, request: AuditRequest): Promise<Page<AuditEntry>> {
  const { page, pageSize, order } = request;
  const filter = filterOf(request);
  const total = await totalOf(shop, filter);
  const rows = isWhole(filter)
    ? await listWholeAudit(shop.db, total, order, sliceOf(request))
    : await listAudit(shop.db, filter, order, sliceOf(request));
  const subjects = await findSubjects(shop, rows);
  return { items: rows.map((row) => publicEntry(row, subjects.get(row.entityId))), total, page, pageSize };
}

/** Tables show the first letters of an id after a sign, and so it is pasted. */
function filterOf({ q, kind, since, until }: AuditRequest): AuditFilter {
  return { kind, idStart: q.replace(/^#/, ''), since, until };
}

function isWhole({ kind, idStart, since, until }: AuditFilter): boolean {
  return !kind && !idStart && !since && !until;
}

/** The whole trail and each kind of it are counted by the database itself. */
function totalOf(shop: Shop, filter: AuditFilter): Promise<number> {
  if (isWhole(filter)) return countWholeAudit(shop.db);
  const isKindAlone = isWhole({ ...filter, kind: null });
  return isKindAlone ? sumTallies(shop.db, [`audit:${filter.kind}`]) : countAudit(shop.db, filter);
}

async function findSubjects(shop: Shop, rows: ListedAudit[]): Promise<Map<string, AuditSubject>> {
  const ids = [...new Set(rows.map((row) => row.entityId))];
  if (ids.length === 0) return new Map();
  return new Map((await listAuditSubjects(shop.db, ids)).map((subject) => [subject.id, subject]));
}

function publicEntry(row: ListedAudit, subject: AuditSubject | undefined): AuditEntry {
  const { id, at, actorName, action, entity, entityId, fields } = row;
  return {
    id: String(id),
    at,
    actorName,
    action,
    entity,
    entityId,
    fields: readFields(fields),
    subject: subject ? { kind: subject.kind, name: subject.name, reference: subject.reference } : null,
  };
}

function readFields(text: string): string[] {
  const fields: unknown = JSON.parse(text);
  return Array.isArray(fields) ? fields.map(String) : [];
}
