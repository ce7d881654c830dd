import { requestRefund } from '#db/queries/payments/refunds.ts';
import { decideWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import { IMPORTED_SALE, importedFrom } from '#src/wire/imports/sources.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { findOrRefuse } from '../../purchases/purchases.ts';
import { conflict, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { recordEvent } from '../../timeline/purchase-events.ts';
import { bankOf } from '../bank-accounts.ts';
import { afterBankTime, startRefund } from './refund-attempts.ts';

/** Stores the request first, so that no crash forgets it, then calls the bank outside of any transaction. */
export async function refundSale(shop: Shop, actor: Actor, id: string): Promise<void> {
  const requested = await writeRequest(shop, actor, id);
  if (!requested) await expectPending(shop, id);
  const outcome = requested && (await startRefund(shop, requested, 'admin'));
  if (outcome?.outcome === 'refused' && !outcome.returnedCents) throw refusedByBank();
}

async function writeRequest(shop: Shop, actor: Actor, id: string): Promise<PurchaseRow | undefined> {
  const now = shop.clock.now();
  return inTransaction(shop.db, async (tx) => {
    const refundRequestedAt = now.toISOString();
    const row = await requestRefund(tx, id, { refundRequestedAt, nextCheckAt: afterBankTime(now) });
    if (!row) return undefined;
    if (!bankOf(shop, row)) throw paidElsewhere();
    await recordChange(tx, shop, actor, { action: 'purchase.refund', entityId: id });
    await recordEvent(tx, shop, id, 'refund_requested', 'admin');
    await decideWithdrawal(tx, id, { state: 'refunding', refusal: null, decidedAt: refundRequestedAt });
    return row;
  });
}

async function expectPending(shop: Shop, id: string): Promise<void> {
  const purchase = await findOrRefuse(shop, id);
  if (importedFrom(purchase) !== null && purchase.status === 'COMPLETED') throw conflict('imported', IMPORTED_SALE);
  if (purchase.status === 'REFUNDED') throw conflict('already_refunded', 'Esta venda já foi reembolsada.');
  const isShort = purchase.status === 'PENDING' && purchase.review === 'short_payment';
  if (purchase.status !== 'COMPLETED' && !isShort) {
    throw conflict('not_completed', 'Só uma venda paga pode ser reembolsada.');
  }
}

export function paidElsewhere() {
  return conflict(
    'other_bank',
    'Esta venda foi cobrada numa conta que não está mais configurada. Devolva o valor pelo aplicativo daquele banco e marque a venda como devolvida por fora.',
  );
}

function refusedByBank() {
  return refusal(
    'bank_failed',
    'refund_refused',
    'O banco recusou o reembolso e nada mudou nesta venda. Confira o saldo e o prazo de devolução no seu banco e tente de novo.',
  );
}
