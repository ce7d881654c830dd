import { insertAudit } from '#db/queries/audit.ts';
import type { Queryable } from '#db/tables.ts';
import type { User } from '#src/wire/auth.ts';
import type { Shop } from './shop.ts';

export type Actor = Pick<User, 'id'>;

/** Ids and field names only, since the audit outlives personal data. */
export type Change = {
  action: string;
  entity: string;
  entityId: string;
  fields?: string[];
};

/** Pass the open transaction, so that change and entry commit together. */
export function recordChange(tx: Queryable, shop: Pick<Shop, 'clock'>, actor: Actor, change: Change): Promise<void> {
  return insertAudit(tx, {
    at: shop.clock.now().toISOString(),
    actorId: actor.id,
    action: change.action,
    entity: change.entity,
    entityId: change.entityId,
    fields: JSON.stringify(change.fields ?? []),
  });
}
