import { insertAudit } from '#db/queries/audit.ts';
import type { Queryable } from '#db/tables.ts';
import type { User } from '#src/wire/auth.ts';
import type { Shop } from './shop.ts';

/** Who changes something. */
export type Actor = Pick<User, 'id'>;

/** What was done to what. Ids and names of fields alone: the trail outlives the people that it tells of. */
export type Change = {
  /** `noun.verb`, such as `product.update`. */
  action: string;
  entity: string;
  entityId: string;
  fields?: string[];
};

/** Notes a change in the audit trail; pass the open transaction, so that both stand or fall together. */
export function noteChange(tx: Queryable, shop: Pick<Shop, 'clock'>, actor: Actor, change: Change): Promise<void> {
  return insertAudit(tx, {
    at: shop.clock.now().toISOString(),
    actorId: actor.id,
    action: change.action,
    entity: change.entity,
    entityId: change.entityId,
    fields: JSON.stringify(change.fields ?? []),
  });
}
