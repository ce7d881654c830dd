import { insertAudit } from '#db/queries/audit/audit.ts';
import type { Queryable } from '#db/tables.ts';
import type { User } from '#src/wire/access/auth.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#src/wire/audit/audit-actions.ts';
import { keepAudited } from '#src/wire/audit/audit-values.ts';
import type { Shop } from '../shop.ts';

/** `session` names the one that acts. */
export type Actor = Pick<User, 'id'> & { session?: string };

/** Each field has what it was and what it becomes. */
export type Changes = Record<string, readonly [unknown, unknown]>;

/** It holds ids, field names and the values that `AUDITED_VALUES` allows, since the audit outlives personal data. */
export type Change = {
  action: AuditAction;
  entityId: string;
  /** The fields of `changes`, unless said. */
  fields?: string[];
  changes?: Changes;
};

/** Pass the open transaction, so that change and entry commit together. */
export function recordChange(tx: Queryable, shop: Pick<Shop, 'clock'>, actor: Actor, change: Change): Promise<void> {
  const { action, entityId, changes = {}, fields = Object.keys(changes) } = change;
  const { entity } = AUDIT_ACTIONS[action];
  const kept = keepAudited(entity, changes);
  return insertAudit(tx, {
    at: shop.clock.now().toISOString(),
    actorId: actor.id,
    actorSession: actor.session ?? null,
    action,
    entity,
    entityId,
    fields: JSON.stringify(fields),
    changes: Object.keys(kept).length > 0 ? JSON.stringify(kept) : null,
  });
}

/** Notes by which criteria rows were chosen, but not their values: what was searched for may name a person. */
export function recordExport(
  shop: Pick<Shop, 'db' | 'clock'>,
  actor: Actor,
  action: Extract<AuditAction, `${string}.export`>,
  criteria: object,
  entityId = 'all',
): Promise<void> {
  const fields = Object.entries(criteria).flatMap(([name, value]) => (value ? [name] : []));
  return recordChange(shop.db, shop, actor, { action, entityId, fields });
}

/** The fields of `after` that differ from `before`. */
export function changesBetween(before: object, after: object): Changes {
  const former = (field: string): unknown => Reflect.get(before, field);
  const changed = Object.entries(after).filter(([field, value]) => value !== undefined && value !== former(field));
  return Object.fromEntries(changed.map(([field, value]) => [field, [former(field) ?? null, value] as const]));
}
