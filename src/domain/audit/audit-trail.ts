import {
  type AuditFilter,
  type AuditSubject,
  countAudit,
  countWholeAudit,
  type ListedAudit,
  listAudit,
  listAuditSubjects,
  listWholeAudit,
} from '#db/queries/audit/audit.ts';
import { type PagePlan, sumTallies } from '#db/queries/lists/paging.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import {
  ANYBODY,
  type AuditEntry,
  type AuditListRequest,
  BUYER,
  COMMAND,
  SCHEDULE,
  UPGRADE,
} from '#src/wire/audit/audit.ts';
import type { AuditChanges } from '#src/wire/audit/audit-changes.ts';
import { actionText, entriesSaying, fieldsSaying, fieldText, isWhole } from '#src/wire/audit/audit-text.ts';
import { keepAudited, showChange } from '#src/wire/audit/audit-values.ts';
import { boundsOf } from '#src/wire/basics/periods.ts';
import { hasWordFrom } from '#src/wire/basics/words.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { readListPage } from '../lists/list-pages.ts';
import type { Shop } from '../shop.ts';

export async function listAuditPage(shop: Shop, request: AuditListRequest): Promise<Page<AuditEntry>> {
  const filter = filterOf(request);
  const total = await totalOf(shop, filter);
  const source = {
    total,
    async read({ slice }: PagePlan) {
      const rows = isUnfiltered(filter)
        ? await listWholeAudit(shop.db, total, slice)
        : await listAudit(shop.db, filter, slice);
      const subjects = await findSubjects(shop, rows);
      return rows.map((row) => ({ row, subject: subjects.get(subjectKey(row)) }));
    },
  };
  return readListPage(request, source, ({ row, subject }) => toAuditDto(row, subject));
}

function filterOf({ q, kind, from, to }: AuditListRequest): AuditFilter {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return { kind, words: words.map(readWord), ...boundsOf({ from, to }) };
}

/** Tables show the start of an id, and a purchase's number, behind a `#`, so a search may carry it. */
function readWord(typed: string): AuditFilter['words'][number] {
  const text = typed.replace(/^#(?=.)/, '');
  return {
    text,
    actors: Object.keys(NAMELESS).filter((actor) => hasWordFrom(NAMELESS[actor] ?? '', text)),
    entries: entriesSaying(text),
    fields: fieldsSaying(text),
    purchaseNumber: /^\d{1,9}$/.test(text) ? Number(text) : null,
  };
}

function isUnfiltered({ kind, words, since, until }: AuditFilter): boolean {
  return !kind && words.length === 0 && !since && !until;
}

function totalOf(shop: Shop, filter: AuditFilter): Promise<number> {
  if (isUnfiltered(filter)) return countWholeAudit(shop.db);
  const isKindAlone = isUnfiltered({ ...filter, kind: null });
  return isKindAlone ? sumTallies(shop.db, [`audit:${filter.kind}`]) : countAudit(shop.db, filter);
}

async function findSubjects(shop: Shop, rows: ListedAudit[]): Promise<Map<string, AuditSubject>> {
  const ids = [...new Set(rows.map((row) => row.entityId))];
  if (ids.length === 0) return new Map();
  const found = (await listAuditSubjects(shop.db, ids)).map((subject) => ({
    ...subject,
    purchaseId: purchaseOf(subject),
  }));
  const subjects = (await withProduct(shop.db, found)).map((subject) => {
    const { id, kind, reference, product } = subject;
    return [id, { id, kind, name: product || subject.name, reference }] as const;
  });
  const categories = rows.some(isAboutCategory) ? await listCategories(shop.db) : [];
  const named = categories.map(({ id, name }) => {
    return [subjectKey({ entity: 'category', entityId: id }), { id, kind: 'category', name, reference: id }] as const;
  });
  return new Map<string, AuditSubject>([...subjects, ...named]);
}

function purchaseOf({ kind, reference }: AuditSubject): string | null {
  return kind === 'purchase' ? reference : null;
}

/** A category's id is a word, which may also be what another entry calls its own subject. */
function subjectKey(row: Pick<ListedAudit, 'entity' | 'entityId'>): string {
  return isAboutCategory(row) ? `category ${row.entityId}` : row.entityId;
}

function isAboutCategory({ entity }: Pick<ListedAudit, 'entity'>): boolean {
  return entity === 'category';
}

function toAuditDto(row: ListedAudit, subject: AuditSubject | undefined): AuditEntry {
  const { actorRole, actorSession } = row;
  const { id, at, actorId, actorName, tokenName, action, entity, entityId, count } = row;
  const [fields, changes] = [readFields(row.fields), readChanges(entity, row.changes)];
  return {
    id: String(id),
    at,
    actorName: actorName ?? (tokenName === null ? (NAMELESS[actorId] ?? null) : `Token ${tokenName}`),
    actorRole,
    session: actorSession,
    action,
    entity,
    entityId,
    text: actionText(row),
    isWhole: isWhole(row),
    fields,
    changes,
    ...inWords(entity, fields, changes),
    count,
    subject: subject ? { kind: subject.kind, name: subject.name, reference: subject.reference } : null,
  };
}

function inWords(entity: string, fields: string[], changes: AuditChanges): Pick<AuditEntry, 'shown' | 'otherFields'> {
  const [shown, others]: [AuditEntry['shown'], Set<string>] = [[], new Set()];
  for (const field of fields) {
    const values = showChange(entity, field, changes);
    if (values) shown.push({ name: fieldText(field), ...values });
    else others.add(fieldText(field));
  }
  return { shown, otherFields: [...others] };
}

const NAMELESS: Readonly<Record<string, string>> = {
  [ANYBODY]: 'Desconhecido',
  [BUYER]: 'Cliente',
  [COMMAND]: 'Comando no servidor',
  [UPGRADE]: 'Atualização da loja',
  [SCHEDULE]: 'Rotina da loja',
};

const MOST_WORDS = 8;

function readFields(text: string): string[] {
  const fields: unknown = JSON.parse(text);
  return Array.isArray(fields) ? fields.map(String) : [];
}

function readChanges(entity: string, text: string | null): AuditChanges {
  const changes: unknown = text === null ? null : JSON.parse(text);
  return changes !== null && typeof changes === 'object' ? keepAudited(entity, changes) : {};
}
