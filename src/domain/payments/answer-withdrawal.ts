import { thawKeysOfPurchase } from '#db/queries/activation-keys.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import { decideWithdrawal, findWithdrawal } from '#db/queries/withdrawals.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { SaleDetails } from '#src/wire/sales.ts';
import type { DecideWithdrawal } from '#src/wire/withdrawal-decision.ts';
import { type Actor, recordChange } from '../audit.ts';
import { announce, recordEvent } from '../purchase-events.ts';
import { queueMail } from '../queue-mail.ts';
import { conflict } from '../refusals.ts';
import { showSale, unknownSale } from '../sales.ts';
import type { Shop } from '../shop.ts';
import { bankOf } from './bank-accounts.ts';
import { paidElsewhere } from './refund.ts';
import { startRefund } from './refund-attempts.ts';
import { beginRefund } from './request-withdrawal.ts';

export async function answerWithdrawal(
  shop: Shop,
  actor: Actor,
  id: string,
  answer: DecideWithdrawal,
): Promise<SaleDetails> {
  if (answer.decision === 'refuse') await refuse(shop, actor, id, answer.reason);
  else {
    const refunding = await approve(shop, actor, id);
    if (refunding) await startRefund(shop, refunding, 'admin');
  }
  return showSale(shop, id);
}

async function approve(shop: Shop, actor: Actor, id: string): Promise<PurchaseRow | undefined> {
  const refunding = await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', id);
    const purchase = await findPurchase(tx, id);
    if (!purchase) throw unknownSale();
    if ((await findWithdrawal(tx, id))?.state !== 'requested') throw notWaiting();
    if (!bankOf(shop, purchase)) throw paidElsewhere();
    await recordEvent(tx, shop, id, 'withdrawal_approved', 'admin');
    await recordChange(tx, shop, actor, { action: 'purchase.approve_withdrawal', entity: 'purchase', entityId: id });
    return beginRefund(tx, shop, id, 'admin');
  });
  announce(shop, id);
  return refunding;
}

async function refuse(shop: Shop, actor: Actor, id: string, reason: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', id);
    if (!(await findPurchase(tx, id))) throw unknownSale();
    const decidedAt = shop.clock.now().toISOString();
    const isOurs = await decideWithdrawal(tx, id, { state: 'refused', refusal: reason, decidedAt });
    if (!isOurs) throw notWaiting();
    await thawKeysOfPurchase(tx, id);
    await recordEvent(tx, shop, id, 'withdrawal_refused', 'admin', reason);
    await queueMail(tx, { kind: 'withdrawal_refused', purchaseId: id }, decidedAt);
    await recordChange(tx, shop, actor, { action: 'purchase.refuse_withdrawal', entity: 'purchase', entityId: id });
  });
  announce(shop, id);
}

function notWaiting() {
  return conflict('already_decided', 'Esta venda não tem uma desistência esperando resposta. Recarregue a página.');
}
