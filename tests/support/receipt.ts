import type { Receipt } from '#src/domain/shop.ts';

export function receiptFor(changes: Partial<Receipt> = {}): Receipt {
  return {
    kind: 'receipt',
    to: { name: 'Ana Conceição', email: 'ana@exemplo.com.br' },
    messageId: 'receipt.5f2b',
    purchaseId: '5f2b',
    productName: 'Grade Cinema: LUTs & correção',
    pictureUrl: 'https://loja.test/uploads/grade.webp',
    licenseTerms: 'Licença vitalícia',
    couponCode: null,
    amount: 'R$ 1.234,50',
    paidAt: '21/11/2026 14:02',
    activationKey: null,
    isKeyOnItsWay: false,
    purchaseUrl: 'https://loja.test/purchase/success/5f2b',
    allPurchasesUrl: 'https://loja.test/minhas-compras',
    downloadUrl: 'https://loja.test/api/payments/download/5f2b',
    withdrawalUrl: 'https://loja.test/direito-de-arrependimento',
    seller: { facts: '', email: '' },
    ...changes,
  };
}
