import * as z from 'zod/mini';
import { parseCents } from '../basics/money.ts';
import { emailAddress } from '../basics/text.ts';
import type { Machine } from '../licenses/machines.ts';
import { defineList, PAGE_SIZE, type RequestOf } from '../lists/lists.ts';
import {
  type CustomerStatusLabel,
  PURCHASE_STATUS_LABELS,
  type PurchaseFacts,
  type PurchaseStatusLabel,
  saleStatusLabel,
} from '../purchases/purchase-status.ts';
import type { PurchaseRecord } from '../purchases/purchases.ts';
import type { ClickIds, Origin } from '../reports/origins.ts';

export type Customer = {
  id: string;
  name: string;
  email: string;
  createdAt: string;
  /** Mail to the address comes back since then; null where it arrives. */
  bouncedAt: string | null;
  /** It is null without any purchase that counts. */
  lastPurchaseDate: string | null;
  /** The newest comes first. */
  purchases: PurchaseRecord[];
};

export type CustomerSummary = Omit<Customer, 'purchases'> & {
  purchaseCount: number;
  /** The total is in reais. */
  totalSpent: number;
};

export const CUSTOMER_LIST = defineList({
  name: 'customers',
  path: '/api/admin/customers',
  sorts: ['name', 'email', 'createdAt', 'lastPurchaseDate', 'purchaseCount', 'totalSpent'],
  sort: 'createdAt',
  order: 'desc',
  filters: {},
  pageSize: PAGE_SIZE,
});
export type CustomerListRequest = RequestOf<typeof CUSTOMER_LIST>;

export const CorrectEmail = z.object({
  email: emailAddress('Email inválido'),
  /** Joins the customer who already has that address. */
  merge: z.optional(z.boolean('Diga se os dois clientes devem ser juntados.')),
});
export type CorrectEmail = z.infer<typeof CorrectEmail>;

/** Expired and refused orders do not count; only paid ones add to the total. */
export function customerFigures(
  purchases: (PurchaseFacts & Pick<PurchaseRecord, 'keptAmount'>)[],
  now: Date,
): { purchaseCount: number; totalSpentCents: number } {
  const counted = purchases.filter((purchase) => !UNSOLD.includes(saleStatusLabel(purchase, now)));
  const paid = purchases.filter((purchase) => purchase.paymentStatus === 'COMPLETED');
  return {
    purchaseCount: counted.length,
    totalSpentCents: paid.reduce((cents, { keptAmount }) => cents + (parseCents(keptAmount) ?? 0), 0),
  };
}

export type CustomerExport = {
  exportedAt: string;
  store: string;
  customer: CustomerSummary;
  /** Those that are about no purchase. */
  emails: ExportedMail[];
  purchases: ExportedPurchase[];
  withdrawals: ExportedWithdrawal[];
  /** These are the products whose return the customer still waits to be told of. */
  stockNotices: { product: string; requestedAt: string }[];
  reminders: ExportedReminder[];
  /** The owners wrote them about the customer. */
  notes: { text: string; createdAt: string }[];
};

/** `reason` says why one was not sent; `clickedAt`, when its link made a new Pix. */
export type ExportedReminder = {
  purchaseId: string;
  step: number;
  state: string;
  reason: string | null;
  dueAt: string;
  sentAt: string | null;
  clickedAt: string | null;
};

/** `reason` is the customer's, `refusal` the shop's. */
export type ExportedWithdrawal = {
  purchaseId: string;
  protocol: string;
  state: string;
  reason: string | null;
  refusal: string | null;
  requestedAt: string;
  decidedAt: string | null;
};

export type ExportedPurchase = PurchaseRecord & {
  status: CustomerStatusLabel;
  discountAmount: string;
  paidAmount: string | null;
  completedAt: string | null;
  refundedAt: string | null;
  downloads: number;
  whatsapp: string | null;
  /** The unpaid purchase that this one took up again. */
  recoveredFrom: string | null;
  origin: (Origin & { clickIds: ClickIds | null }) | null;
  activationKeys: ExportedKey[];
  emails: ExportedMail[];
  events: { at: string; event: string; source: string; detail: string | null }[];
};

type ExportedKey = { key: string; assignedAt: string | null; revokedAt: string | null; machines: Machine[] };

type ExportedMail = { kind: string; state: string; createdAt: string; sentAt: string | null };

const UNSOLD: PurchaseStatusLabel[] = [PURCHASE_STATUS_LABELS.cancelled, PURCHASE_STATUS_LABELS.failed];
