import { insertShopEvent } from '#db/queries/hooks/shop-events.ts';
import { insertToldEvent } from '#db/queries/purchases/purchase-events.ts';
import type { ShopEventRow } from '#db/tables/hooks.ts';
import type { Queryable } from '#db/tables.ts';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import { publishAfterCommit } from '../events.ts';
import { fingerprint } from '../ids.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, type eventOf } from '../timeline/purchase-events.ts';

/** Wakes the workers that tell other systems and phones. */
export const NEWS_DUE = 'news';

export type Announcement = {
  type: HookEvent;
  subjectId: string;
  purchaseId?: string;
  /** It tells two events of one subject apart; without it the subject has one. */
  which?: string;
  data: object;
  /** An erasure of the purchase's buyer takes this. */
  person?: object;
};

/** Pass the open transaction, so that what happened and its announcement commit together. */
export async function announceEvent(tx: Queryable, shop: Shop, announcement: Announcement): Promise<void> {
  if (await insertShopEvent(tx, shopEventOf(shop, announcement))) wakeTellers(tx, shop);
}

/** What happened to a purchase stands on its time line, too. */
export async function recordAndAnnounce(
  tx: Queryable,
  shop: Shop,
  event: ReturnType<typeof eventOf>,
  announcement: Announcement,
): Promise<void> {
  if (await insertToldEvent(tx, event, shopEventOf(shop, announcement))) wakeTellers(tx, shop);
  announcePurchase(tx, shop, event.purchaseId);
}

/** For a statement that also writes what happened; the caller wakes the workers where somebody may want to hear. */
export function shopEventOf({ clock }: Pick<Shop, 'clock'>, announcement: Announcement): ShopEventRow {
  const { type, subjectId, purchaseId = null, which = '', data, person } = announcement;
  return {
    id: `evt_${fingerprint(`${type}:${subjectId}:${which}`).slice(0, 32)}`,
    type,
    subjectId,
    purchaseId,
    data: JSON.stringify(data),
    person: person ? JSON.stringify(person) : null,
    createdAt: clock.now().toISOString(),
  };
}

export function wakeTellers(tx: Queryable, shop: Shop): void {
  publishAfterCommit(tx, shop, NEWS_DUE);
}
