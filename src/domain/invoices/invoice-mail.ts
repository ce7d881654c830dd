import { findInvoice } from '#db/queries/invoices/invoices.ts';
import { listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import type { InvoiceMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';

export const INVOICE_MAIL = { invoice: { write: writeInvoice } } satisfies Partial<MailHandlers>;

/** Returns undefined for one that does not count any more. */
async function writeInvoice(shop: Shop, mail: OutboxRow): Promise<InvoiceMail | undefined> {
  if (mail.purchaseId === null) return undefined;
  const [purchase, invoice] = await Promise.all([
    findPurchase(shop.db, mail.purchaseId),
    findInvoice(shop.db, mail.purchaseId),
  ]);
  if (!purchase?.customerEmail || invoice?.state !== 'issued' || invoice.number === null) return undefined;
  const purchaseUrl = `${shop.settings.siteUrl}/purchase/success/${purchase.id}`;
  return {
    kind: 'invoice',
    ...addressMail(shop, mail, { name: purchase.customerName, email: purchase.customerEmail }),
    productName: namesOf({ items: await listItemsOfPurchase(shop.db, purchase.id) }),
    purchaseNumber: purchase.number,
    number: invoice.number,
    invoiceUrl: invoice.url ?? `${purchaseUrl}#nota-fiscal`,
    purchaseUrl,
  };
}
