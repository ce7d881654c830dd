import * as z from 'zod/mini';
import { parseCents } from '../basics/money.ts';
import { emailAddress } from '../basics/text.ts';
import { defineList, type RequestOf } from '../lists/lists.ts';
import {
  PURCHASE_STATUS_LABELS,
  type PurchaseFacts,
  type PurchaseStatusLabel,
  saleStatusLabel,
} from '../purchases/purchase-status.ts';
import { PurchaseRecord } from '../purchases/purchases.ts';

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** Mail to the address comes back since then; null where it arrives. */
  bouncedAt: z.nullable(z.string()),
  /** It is null without any purchase that counts. */
  lastPurchaseDate: z.nullable(z.string()),
  /** The newest comes first. */
  purchases: z.array(PurchaseRecord),
});
export type Customer = z.infer<typeof Customer>;

export const CustomerSummary = z.extend(z.omit(Customer, { purchases: true }), {
  purchaseCount: z.number(),
  /** The total is in reais. */
  totalSpent: z.number(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

export const CUSTOMER_LIST = defineList({
  name: 'customers',
  path: '/api/admin/customers',
  sorts: ['name', 'email', 'createdAt', 'lastPurchaseDate', 'purchaseCount', 'totalSpent'],
  sort: 'createdAt',
  filters: {},
});
export type CustomerListRequest = RequestOf<typeof CUSTOMER_LIST>;

export const CorrectEmail = z.object({
  email: emailAddress('Email inválido'),
  /** Joins the customer who already has that address. */
  merge: z.optional(z.boolean('Diga se os dois clientes devem ser juntados.')),
});
export type CorrectEmail = z.infer<typeof CorrectEmail>;

/** Expired and refused orders do not count; only those that were paid here add to the total. */
export function customerFigures(
  purchases: (PurchaseFacts & Pick<PurchaseRecord, 'keptAmount' | 'importedFrom'>)[],
  now: Date,
): { purchaseCount: number; totalSpentCents: number } {
  const counted = purchases.filter((purchase) => !UNSOLD.includes(saleStatusLabel(purchase, now)));
  const paid = purchases.filter((purchase) => purchase.paymentStatus === 'COMPLETED' && !purchase.importedFrom);
  return {
    purchaseCount: counted.length,
    totalSpentCents: paid.reduce((cents, { keptAmount }) => cents + (parseCents(keptAmount) ?? 0), 0),
  };
}

const UNSOLD: PurchaseStatusLabel[] = [PURCHASE_STATUS_LABELS.cancelled, PURCHASE_STATUS_LABELS.failed];
