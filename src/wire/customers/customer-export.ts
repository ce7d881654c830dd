import * as z from 'zod/mini';
import { ListedInvoice } from '../invoices/invoices.ts';
import { takerAddress } from '../invoices/taker.ts';
import { Machine } from '../licenses/machines.ts';
import { ExportedPartner } from '../partners/partners.ts';
import { CUSTOMER_LABELS } from '../purchases/purchase-status.ts';
import { PurchaseRecord } from '../purchases/purchases.ts';
import { ClickIds, Origin } from '../reports/origins.ts';
import { ListedReview } from '../reviews/reviews.ts';
import { CustomerSummary } from './customers.ts';

const ExportedMail = z.object({
  kind: z.string(),
  state: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
});

export const ExportedKey = z.object({
  key: z.string(),
  assignedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  machines: z.array(Machine),
});

export const ExportedPurchase = z.extend(PurchaseRecord, {
  status: z.enum(CUSTOMER_LABELS),
  discountAmount: z.string(),
  paidAmount: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  refundedAt: z.nullable(z.string()),
  downloads: z.number(),
  whatsapp: z.nullable(z.string()),
  /** The unpaid purchase that this one took up again. */
  recoveredFrom: z.nullable(z.string()),
  origin: z.nullable(
    z.extend(Origin, {
      clickIds: z.nullable(ClickIds),
    }),
  ),
  activationKeys: z.array(ExportedKey),
  emails: z.array(ExportedMail),
  events: z.array(
    z.object({
      at: z.string(),
      event: z.string(),
      source: z.string(),
      detail: z.nullable(z.string()),
    }),
  ),
});
export type ExportedPurchase = z.infer<typeof ExportedPurchase>;

/** `reason` is the customer's, `refusal` the shop's. */
export const ExportedWithdrawal = z.object({
  purchaseId: z.string(),
  protocol: z.string(),
  state: z.string(),
  reason: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  requestedAt: z.string(),
  decidedAt: z.nullable(z.string()),
});
export type ExportedWithdrawal = z.infer<typeof ExportedWithdrawal>;

/** It was bought with the key that it had. */
export const ExportedTrial = z.object({
  product: z.string(),
  key: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  machineName: z.nullable(z.string()),
  activatedAt: z.nullable(z.string()),
  isBought: z.boolean(),
});
export type ExportedTrial = z.infer<typeof ExportedTrial>;

/** `reason` says why one was not sent; `clickedAt`, when its link made a new Pix. */
export const ExportedReminder = z.object({
  purchaseId: z.string(),
  step: z.number(),
  state: z.string(),
  reason: z.nullable(z.string()),
  dueAt: z.string(),
  sentAt: z.nullable(z.string()),
  clickedAt: z.nullable(z.string()),
});
export type ExportedReminder = z.infer<typeof ExportedReminder>;
export const ExportedReview = z.extend(
  z.pick(ListedReview, {
    rating: true,
    showsName: true,
    editor: true,
    system: true,
    state: true,
    hiddenReason: true,
    writtenAt: true,
    answer: true,
    answeredAt: true,
  }),
  {
    product: z.string(),
    title: z.nullable(z.string()),
    body: z.nullable(z.string()),
  },
);
export type ExportedReview = z.infer<typeof ExportedReview>;

/** The document is whole: it is the person's own. */
export const ExportedInvoice = z.extend(
  z.pick(ListedInvoice, { state: true, number: true, url: true, requestedAt: true, issuedAt: true }),
  { purchaseId: z.string(), document: z.string(), name: z.string(), address: z.nullable(takerAddress) },
);
export type ExportedInvoice = z.infer<typeof ExportedInvoice>;

export const CustomerExport = z.object({
  exportedAt: z.string(),
  store: z.string(),
  customer: CustomerSummary,
  /** Those that are about no purchase. */
  emails: z.array(ExportedMail),
  purchases: z.array(ExportedPurchase),
  withdrawals: z.array(ExportedWithdrawal),
  /** These are the products whose return the customer still waits to be told of. */
  stockNotices: z.array(
    z.object({
      product: z.string(),
      requestedAt: z.string(),
    }),
  ),
  trials: z.array(ExportedTrial),
  reminders: z.array(ExportedReminder),
  /** The owners wrote them about the customer. */
  notes: z.array(
    z.object({
      text: z.string(),
      createdAt: z.string(),
    }),
  ),
  reviews: z.array(ExportedReview),
  invoices: z.array(ExportedInvoice),
  /** Null for who never sold, nor asked to, with this address. */
  partner: z.nullable(ExportedPartner),
});
export type CustomerExport = z.infer<typeof CustomerExport>;
