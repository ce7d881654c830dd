import { thawKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { decideWithdrawal, findWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { DecideWithdrawal } from '#src/wire/withdrawals/withdrawal-decision.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { bankOf } from '../payments/bank-accounts.ts';
import { paidElsewhere } from '../payments/refunds/refund.ts';
import { startRefund } from '../payments/refunds/refund-attempts.ts';
import { conflict, unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { beginRefund } from './request-withdrawal.ts';

export async function answerWithdrawal(shop: Shop, actor: Actor, id: string, answer: DecideWithdrawal): Promise<void> {
  if (answer.decision === 'refuse') await refuse(shop, actor, id, answer.reason);
  else {
    const refunding = await approve(shop, actor, id);
    if (refunding) await startRefund(shop, refunding, 'admin');
  }
}

async function approve(shop: Shop, actor: Actor, id: string): Promise<PurchaseRow | undefined> {
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', id);
    const purchase = await findPurchase(tx, id);
    if (!purchase) throw unknownPurchase();
    if ((await findWithdrawal(tx, id))?.state !== 'requested') throw notWaiting();
    if (!bankOf(shop, purchase)) throw paidElsewhere();
    await recordEvent(tx, shop, id, 'withdrawal_approved', 'admin');
    await recordChange(tx, shop, actor, { action: 'purchase.approve_withdrawal', entityId: id });
    return beginRefund(tx, shop, id, 'admin');
  });
}

async function refuse(shop: Shop, actor: Actor, id: string, reason: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', id);
    if (!(await findPurchase(tx, id))) throw unknownPurchase();
    const decidedAt = shop.clock.now().toISOString();
    const isOurs = await decideWithdrawal(tx, id, { state: 'refused', refusal: reason, decidedAt });
    if (!isOurs) throw notWaiting();
    await thawKeysOfPurchase(tx, id);
    await recordEvent(tx, shop, id, 'withdrawal_refused', 'admin', reason);
    await queueMail(tx, shop, { kind: 'withdrawal_refused', purchaseId: id });
    await recordChange(tx, shop, actor, { action: 'purchase.refuse_withdrawal', entityId: id });
  });
}

function notWaiting() {
  return conflict('already_decided', 'Esta venda não tem uma desistência esperando resposta. Recarregue a página.');
}
