import { revokeKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { endKeyWaitingOfPurchase, listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { clearReview } from '#db/queries/purchases/purchase-reviews.ts';
import { failReviewedPurchase } from '#db/queries/purchases/purchase-status.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import type { PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import type { PartialReturnDecision, ResolveSale } from '#src/wire/sales/sales.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { returnReplacedKeys } from '../keys/key-delivery.ts';
import { announceSale } from '../purchases/announce-sale.ts';
import { findOrRefuse } from '../purchases/purchases.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { bankOf } from './bank-accounts.ts';
import { cancelReturnedPurchase, freeCouponHold } from './cancel.ts';
import { completePurchase, completeWithin } from './complete.ts';
import { bookRefund } from './refunds/book-refund.ts';

/** Completes the purchase with the amount that arrived as its price. */
export async function acceptShortPayment(shop: Shop, actor: Actor, id: string): Promise<void> {
  await findOrRefuse(shop, id);
  await inTransaction(shop.db, async (tx) => {
    // A refund in another window, or a partial return, may have come first.
    await lockRow(tx, 'purchases', id);
    const purchase = await findPurchase(tx, id);
    if (!purchase || !isAcceptable(purchase)) throw nothingToAccept();
    const { paidCents, returnedCents, providerPaymentId } = purchase;
    const payment = { paidCents: paidCents ?? 0, returnedCents, providerPaymentId };
    const note = recordDecision(shop, actor, id, 'accepted', 'purchase.accept');
    const completion = await completeWithin(tx, shop, purchase, payment, 'admin', note);
    if (completion !== 'done') throw nothingToAccept();
  });
}

function isAcceptable({ status, review, paidCents, returnedCents, refundRequestedAt }: PurchaseRow): boolean {
  const isShort = status === 'PENDING' && review === 'short_payment';
  return isShort && refundRequestedAt === null && (paidCents ?? 0) > returnedCents;
}

export async function resolveSale(shop: Shop, actor: Actor, id: string, reply: ResolveSale): Promise<void> {
  const purchase = await findOrRefuse(shop, id);
  await RESOLUTIONS[reply.outcome](shop, actor, purchase, reply.reason);
}

export async function decidePartialReturn(
  shop: Shop,
  actor: Actor,
  id: string,
  { decision }: PartialReturnDecision,
): Promise<void> {
  await findOrRefuse(shop, id);
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const isOurs = await clearReview(tx, id, 'partial_return');
    if (!isOurs) throw conflict('not_in_review', 'Esta venda não espera mais uma decisão sobre a devolução em parte.');
    if (decision === 'revoke') await endKeyWaitingOfPurchase(tx, id);
    const hadKey = decision === 'revoke' && (await revokeKeysOfPurchase(tx, id, now));
    await recordEvent(tx, shop, id, hadKey ? 'key_revoked' : 'return_kept', 'admin');
    if (hadKey) await returnReplacedKeys(tx, shop, await listItemsOfPurchase(tx, id), 'admin');
    const action = decision === 'revoke' ? 'purchase.revoke_key' : 'purchase.keep';
    await recordChange(tx, shop, actor, { action, entityId: id });
  });
}

type Resolution = (shop: Shop, actor: Actor, purchase: PurchaseRow, reason: string) => Promise<void>;

const RESOLUTIONS: Record<ResolveSale['outcome'], Resolution> = {
  received: async (shop, actor, purchase, reason) => {
    const isOpen = purchase.status === 'PENDING' || purchase.status === 'FAILED';
    if (!isOpen || !needsOwner(shop, purchase) || purchase.review === 'short_payment') throw notForOwner();
    const payment = { paidCents: purchase.totalCents, returnedCents: 0, providerPaymentId: null };
    const note = recordDecision(shop, actor, purchase.id, 'marked_received', 'purchase.mark_received', reason);
    await completePurchase(shop, purchase, payment, 'admin', note);
  },
  returned: async (shop, actor, purchase, reason) => {
    const note = recordDecision(shop, actor, purchase.id, 'marked_returned', 'purchase.mark_returned', reason);
    if (purchase.status === 'COMPLETED') return bookRefund(shop, purchase, 'admin', note);
    if (purchase.status !== 'PENDING' || !needsOwner(shop, purchase)) throw notForOwner();
    await cancelReturnedPurchase(shop, purchase, 'admin', note);
  },
  unpaid: async (shop, actor, purchase, reason) => {
    const { id, status, review } = purchase;
    if (status !== 'PENDING' || review === null || !UNPROVEN.includes(review)) throw notForOwner();
    const note = recordDecision(shop, actor, id, 'marked_unpaid', 'purchase.mark_unpaid', reason);
    await inTransaction(shop.db, async (tx) => {
      if (!(await failReviewedPurchase(tx, id))) return;
      await freeCouponHold(tx, id, shop.clock.now().toISOString());
      await note(tx);
      await announceSale(tx, shop, 'sale.expired', id);
    });
  },
};

const UNPROVEN: readonly (PurchaseRow['review'] & string)[] = ['unknown_account', 'unknown_state', 'duplicate_payment'];

function needsOwner(shop: Shop, purchase: PurchaseRow): boolean {
  return purchase.review !== null || !bankOf(shop, purchase);
}

function recordDecision(
  shop: Shop,
  actor: Actor,
  id: string,
  event: PurchaseEvent,
  action: AuditAction,
  reason: string | null = null,
): (tx: Queryable) => Promise<void> {
  return async (tx) => {
    await recordEvent(tx, shop, id, event, 'admin', reason);
    await recordChange(tx, shop, actor, { action, entityId: id });
  };
}

function nothingToAccept() {
  return conflict('not_short', 'Esta venda não espera mais a decisão sobre um valor menor. Recarregue a página.');
}

function notForOwner() {
  return conflict(
    'not_in_review',
    'O banco ainda responde por esta venda, ou ela já foi resolvida. Verifique o pagamento.',
  );
}
