import type { MemoryCharge } from '../banks/memory-bank.ts';
import { soleItem } from './items.ts';
import type { World } from './payment-world.ts';

type OpenPurchaseOptions = {
  count: number;
  /** The purchase has no network without one, as in the first version. */
  address?: string;
  dueAt?: number;
  createdAt?: number;
  name?: string;
};

export async function insertOpenPurchases(
  { shop, bank, now }: World,
  { count, address, dueAt = now, createdAt = now, name = 'open' }: OpenPurchaseOptions,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `${name}-${String(at).padStart(5, '0')}`);
  await shop.db
    .insertInto('customers')
    .values({
      id: `buyer-${name}`,
      name: 'Ana Luz',
      email: `${name}@exemplo.com.br`,
      createdAt: iso(createdAt),
      erasedAt: null,
    })
    .execute();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK);
    const rows = part.map((id) => openPurchaseRow(id, `buyer-${name}`, { createdAt, dueAt, bank }));
    await shop.db.insertInto('purchases').values(rows).execute();
    const items = rows.map((row) => soleItem(row));
    await shop.db.insertInto('purchaseItems').values(items).execute();
    const network = address === undefined ? null : shop.hashNetwork(address);
    const open = part.map((purchaseId) => ({ purchaseId, network, awaitedAt: null }));
    await shop.db.insertInto('openPurchases').values(open).execute();
  }
  for (const id of ids) bank.charges.set(`reference-${id}`, openCharge(`reference-${id}`, createdAt));
  return ids;
}

export function payOpenPurchase({ bank, now }: World, id: string): void {
  const charge = bank.charges.get(`reference-${id}`);
  if (!charge) throw new Error(`The bank has no charge of ${id}.`);
  Object.assign(charge, { state: 'paid', paidCents: PRICE_CENTS, paidAt: new Date(now) });
}

const CHUNK = 200;
const PRICE_CENTS = 9_990;
const TWO_HOURS_MS = 2 * 60 * 60_000;

export function openPurchaseRow(
  id: string,
  customerId: string,
  { createdAt, dueAt, bank }: { createdAt: number; dueAt: number; bank: Pick<World['bank'], 'name' | 'accountId'> },
) {
  return {
    ...BLANK,
    id,
    transactionId: `transaction-${id}`,
    providerReference: `reference-${id}`,
    provider: bank.name,
    account: bank.accountId,
    customerId,
    expiresAt: iso(createdAt + TWO_HOURS_MS),
    createdAt: iso(createdAt),
    nextCheckAt: iso(dueAt),
  };
}

const BLANK = {
  idempotencyKeyHash: null,
  requestHash: null,
  customerName: 'Ana Luz',
  customerEmail: 'ana@exemplo.com.br',
  productId: 'without-keys',
  productName: 'without-keys',
  licenseTerms: null,
  priceCents: PRICE_CENTS,
  discountCents: 0,
  totalCents: PRICE_CENTS,
  paidCents: null,
  returnedCents: 0,
  returnedAt: null,
  couponCode: null,
  status: 'PENDING',
  failureReason: null,
  review: null,
  chargeState: 'open',
  providerChargeId: null,
  providerPaymentId: null,
  pixCopyPaste: 'pix',
  completedAt: null,
  refundRequestedAt: null,
  refundedAt: null,
  lastCheckAt: null,
  checkCount: 5,
} as const;

function openCharge(reference: string, createdAt: number): MemoryCharge {
  const payer = { name: 'Ana Luz', email: 'ana@exemplo.com.br' };
  const expiresAt = new Date(createdAt + TWO_HOURS_MS);
  const request = { reference, amountCents: PRICE_CENTS, description: 'without-keys', payer, expiresAt };
  return { request, state: 'waiting', paidCents: null, paidAt: null, refunds: new Map() };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
