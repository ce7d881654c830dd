import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { insertMailWithin } from '#db/queries/outbox.ts';
import type { OutboxRow, PurchaseRow } from '#db/tables.ts';
import { RESEND_LIMIT } from '#src/wire/checkout.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import { formatCents } from '#src/wire/money.ts';
import type { Done, ResendEmail } from '#src/wire/purchases.ts';
import { newId } from './ids.ts';
import { readPaidPurchase } from './purchases.ts';
import { refusal } from './refusals.ts';
import type { Receipt, Shop } from './shop.ts';

/** Sends the receipt again, to the address of the purchase alone and twice an hour at most. */
export async function resendReceipt(shop: Shop, purchaseId: string, { email }: ResendEmail): Promise<Done> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  if (purchase.customerEmail !== email) {
    throw refusal('forbidden', 'other_address', 'Só podemos reenviar para o e-mail usado na compra.');
  }
  const now = shop.clock.now();
  const isQueued = await insertMailWithin(
    shop.db,
    {
      kind: 'resend',
      purchaseId,
      dedup: `resend:${purchaseId}:${newId()}`,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now.toISOString(),
      createdAt: now.toISOString(),
    },
    {
      series: `resend:${purchaseId}:`,
      limit: RESEND_LIMIT,
      since: new Date(now.getTime() - HOUR_MS).toISOString(),
    },
  );
  if (!isQueued) throw limitReached();
  shop.events.publish('outbox');
  return { success: true, message: `Enviamos o recibo de novo para ${email}.` };
}

/** What a queued mail says, read at the time that it leaves. Undefined when there is nobody or nothing to write about. */
export async function writeReceipt(shop: Shop, mail: OutboxRow, purchase: PurchaseRow): Promise<Receipt | undefined> {
  if (!purchase.customerEmail || purchase.status !== 'COMPLETED') return undefined;
  const key = await findKeyOfPurchase(shop.db, purchase.id);
  const isUsable = key && !key.revokedAt && !key.frozenAt;
  const { siteUrl, seller } = shop.settings;
  return {
    kind: mail.kind,
    to: { name: purchase.customerName ?? '', email: purchase.customerEmail },
    messageId: mail.dedup.replaceAll(':', '.'),
    purchaseId: purchase.id,
    productName: purchase.productName,
    couponCode: purchase.couponCode,
    amount: formatCents(purchase.paidCents ?? purchase.totalCents),
    paidAt: formatDayTime(purchase.completedAt ?? purchase.createdAt),
    activationKey: isUsable ? key.key : null,
    isKeyOnItsWay: purchase.keyWaitingSince !== null,
    purchaseUrl: `${siteUrl}/purchase/success/${purchase.id}`,
    downloadUrl: `${siteUrl}/api/payments/download/${purchase.id}`,
    withdrawalUrl: `${siteUrl}/direito-de-arrependimento`,
    seller: {
      facts: [seller.name, seller.document, seller.address].filter(Boolean).join(' · '),
      email: seller.email,
    },
  };
}

const HOUR_MS = 60 * 60 * 1000;

function limitReached() {
  return refusal('too_many', 'resend_limit', 'Já reenviamos este recibo duas vezes. Tente de novo em uma hora.', {
    retryAfterSeconds: HOUR_MS / 1000,
  });
}
