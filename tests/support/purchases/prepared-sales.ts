import type { FirstItem, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { soleItem } from './items.ts';

/** Two active products, a withdrawn one, two free keys, and an affiliate with the coupon MARINA10. */
export async function insertShelf(db: Queryable): Promise<void> {
  await db
    .insertInto('products')
    .values([
      product('curva', 'Curva Motion', { downloads: 12 }),
      product('onda', 'Onda Áudio', { priceCents: 4_990, status: 'Em revisão', requiresActivation: 0 }),
      product('antigo', 'Antigo', { withdrawnAt: AT }),
    ])
    .execute();
  const keys = ['CF-1', 'CF-2'].map((key) => ({ id: key, productId: 'curva', key, createdAt: AT }));
  await db
    .insertInto('activationKeys')
    .values(keys.map((key) => ({ ...key, ...FREE })))
    .execute();
  await db.insertInto('users').values(AFFILIATE).execute();
  await db.insertInto('affiliates').values({ userId: 'marina', commissionHundredths: 1_000, createdAt: AT }).execute();
}

type Sale = Partial<PurchaseRow & FirstItem> & { commissionCents?: number };

/** A sale is COMPLETED and created when paid, by default. */
export async function insertSale(db: Queryable, id: string, { commissionCents, ...sale }: Sale): Promise<void> {
  const createdAt = sale.createdAt ?? sale.completedAt ?? AT;
  const status = sale.refundedAt ? 'REFUNDED' : sale.failureReason ? 'FAILED' : (sale.status ?? 'COMPLETED');
  const customer = { id: `buyer of ${id}`, name: 'Ana Luz', email: `${id.replaceAll(' ', '-')}@exemplo.com.br` };
  await db
    .insertInto('customers')
    .values({ ...customer, createdAt, erasedAt: null })
    .execute();
  const totalCents = sale.totalCents ?? 10_000;
  const discountCents = sale.discountCents ?? 0;
  const purchase = {
    ...BLANK,
    ...sale,
    id,
    transactionId: `transaction ${id}`,
    providerReference: `reference ${id}`,
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    status,
    totalCents,
    discountCents,
    priceCents: totalCents + discountCents,
    createdAt,
    expiresAt: createdAt,
  };
  await db.insertInto('purchases').values(purchase).execute();
  await db.insertInto('purchaseItems').values(soleItem(purchase)).execute();
  if (commissionCents === undefined) return;
  await db
    .insertInto('affiliateSales')
    .values({
      id: `commission of ${id}`,
      purchaseId: id,
      affiliateId: 'marina',
      amountCents: totalCents,
      commissionCents,
      status: status === 'REFUNDED' ? 'reversed' : 'pending',
      createdAt,
      paidAt: null,
    })
    .execute();
}

const AT = '2024-01-01T12:00:00.000Z';
const FREE = { itemId: null, assignedAt: null, revokedAt: null, revokedReason: null, frozenAt: null };
const AFFILIATE = {
  id: 'marina',
  email: 'marina@exemplo.com.br',
  name: 'Marina',
  passwordHash: 'none',
  isAdmin: 0 as const,
  isAffiliate: 1 as const,
  isActive: 1 as const,
  createdAt: AT,
};
const BLANK = {
  provider: 'sandbox',
  idempotencyKeyHash: null,
  requestHash: null,
  productId: 'curva',
  productName: 'Curva Motion',
  paidCents: null,
  couponCode: null,
  failureReason: null,
  review: null,
  chargeState: 'closed',
  providerChargeId: null,
  providerPaymentId: null,
  pixCopyPaste: null,
  completedAt: null,
  refundRequestedAt: null,
  refundedAt: null,
  nextCheckAt: null,
  lastCheckAt: null,
  checkCount: 0,
} as const;

function product(id: string, name: string, changes: object) {
  return {
    id,
    name,
    description: name,
    priceCents: 10_000,
    originalPriceCents: null,
    status: 'active' as const,
    image: '/uploads/default-product.png',
    categoryId: null,
    systemRequirements: '',
    isFeatured: 0 as const,
    downloadUrl: `/uploads/${id}.zip`,
    requiresActivation: 1 as const,
    videoUrl: null,
    downloads: 0,
    createdAt: AT,
    updatedAt: AT,
    withdrawnAt: null,
    ...changes,
  };
}
