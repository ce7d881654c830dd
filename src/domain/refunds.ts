import { findPurchase } from '#db/queries/purchases.ts';
import { requestRefund } from '#db/queries/refunds.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { SaleDetails } from '#src/wire/sales.ts';
import { type Actor, noteChange } from './audit.ts';
import { afterBankTime, askForRefund } from './refund-attempts.ts';
import { conflict, refusal } from './refusals.ts';
import { showSale, unknownSale } from './sales.ts';
import type { Shop } from './shop.ts';
import { announce, noteEvent } from './time-line.ts';

/**
 * Gives the money of a sale back. The wish is written down first, so that neither a crash nor a silent bank forgets it; then
 * the bank is asked, outside of any transaction. Whoever asks while the bank is still at it hears that it goes on.
 */
export async function refundSale(shop: Shop, actor: Actor, id: string): Promise<SaleDetails> {
  const requested = await writeRequest(shop, actor, id);
  if (!requested) await expectPending(shop, id);
  const outcome = requested && (await askForRefund(shop, requested, 'admin'));
  if (outcome?.outcome === 'refused') throw refusedByBank();
  if (requested && (outcome?.outcome === 'pending' || outcome?.outcome === 'unclear')) {
    await noteEvent(shop.db, shop, id, 'refund_pending', 'admin', outcome.outcome);
    announce(shop, id);
  }
  return showSale(shop, id);
}

async function writeRequest(shop: Shop, actor: Actor, id: string): Promise<PurchaseRow | undefined> {
  const now = shop.clock.now();
  const requested = await shop.db.transaction().execute(async (tx) => {
    const refundRequestedAt = now.toISOString();
    const row = await requestRefund(tx, id, { refundRequestedAt, nextCheckAt: afterBankTime(now) });
    if (!row) return undefined;
    if (row.provider !== shop.pix.name) throw paidElsewhere();
    await noteChange(tx, shop, actor, { action: 'purchase.refund', entity: 'purchase', entityId: id });
    await noteEvent(tx, shop, id, 'refund_requested', 'admin');
    return row;
  });
  if (requested) announce(shop, id);
  return requested;
}

async function expectPending(shop: Shop, id: string): Promise<void> {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw unknownSale();
  if (purchase.status === 'REFUNDED') throw conflict('already_refunded', 'Esta venda já foi reembolsada.');
  if (purchase.status !== 'COMPLETED') throw conflict('not_completed', reasonAgainst(purchase));
}

function reasonAgainst({ review }: PurchaseRow): string {
  if (review !== 'short_payment') return 'Só uma venda paga pode ser reembolsada.';
  return 'Esta venda não foi concluída, porque o valor recebido é menor que o preço. Devolva o valor pelo aplicativo do seu banco: a venda é encerrada assim que o banco mostrar a devolução.';
}

/** Thrown within the transaction: nothing is noted of a wish that cannot be carried out. */
function paidElsewhere() {
  return conflict(
    'other_bank',
    'Esta venda foi paga por um banco que a loja não usa mais. Devolva o valor pelo aplicativo daquele banco.',
  );
}

function refusedByBank() {
  return refusal(
    'bank_failed',
    'refund_refused',
    'O banco recusou o reembolso e nada mudou nesta venda. Confira o saldo e o prazo de devolução no seu banco e tente de novo.',
  );
}
