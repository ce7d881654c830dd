import type { Receipt, ReceiptItem } from '#src/domain/mail/content.ts';

/** The receipt has one item, unless `items` says otherwise. */
export function receiptFor({
  productName,
  activationKey = null,
  askForKeyAfter = null,
  version = null,
  computers = null,
  updatesUntil = null,
  pictureUrl,
  licenseTerms = 'Licença vitalícia',
  ...changes
}: Partial<Receipt & ReceiptItem> = {}): Receipt {
  return {
    kind: 'receipt',
    to: { name: 'Ana Conceição', email: 'ana@exemplo.com.br' },
    messageId: 'receipt.5f2b',
    purchaseId: '5f2b',
    number: 1048,
    items: [
      {
        productId: 'grade-cinema',
        productName: productName ?? 'Grade Cinema: LUTs & correção',
        kitId: null,
        kitName: null,
        licenseTerms,
        pictureUrl: pictureUrl === undefined ? 'https://loja.test/uploads/grade.webp' : pictureUrl,
        activationKey,
        askForKeyAfter,
        version,
        computers,
        downloadUrl: updatesUntil ? null : DOWNLOAD_URL,
        updatesUntil,
      },
    ],
    couponCode: null,
    amount: 'R$ 1.234,50',
    paidAt: '21/11/2026 14:02',
    purchaseUrl: 'https://loja.test/purchase/success/5f2b',
    allPurchasesUrl: 'https://loja.test/minhas-compras',
    withdrawalUrl: 'https://loja.test/direito-de-arrependimento',
    seller: { facts: '', email: '' },
    ...changes,
  };
}

export const DOWNLOAD_URL = 'https://loja.test/api/payments/download/5f2b';
