import type { FailureReason, PaymentStatus, ReviewReason } from '#src/wire/purchases/purchases.ts';
import type { Flag, Plain } from './columns.ts';

/** `keptCents` is at most the price, less what was returned. */
export type PurchaseFigures = Plain<'customerOrder', string | null> & Plain<'productOrder'> & { keptCents: number };

/** `unclear` means that the result of the first call is unknown, `closed` that nothing more is expected. */
export type ChargeState = 'creating' | 'unclear' | 'open' | 'closed';

export type PurchaseRow = {
  /** People call it by this number, from 1001 on, in the order of creation, with gaps. */
  number: number;
  id: string;
  transactionId: string;
  providerReference: string;
  provider: string;
  /** It is null until the first start with an account of its provider. */
  account: string | null;
  /** They are SHA-256 of the Idempotency-Key and of its request body. */
  idempotencyKeyHash: string | null;
  requestHash: string | null;
  customerId: string;
  /** It stands as typed; null once erased. */
  customerName: string | null;
  customerEmail: string | null;
  priceCents: number;
  discountCents: number;
  totalCents: number;
  paidCents: number | null;
  returnedCents: number;
  returnedAt: string | null;
  couponCode: string | null;
  status: PaymentStatus;
  failureReason: FailureReason | null;
  review: ReviewReason | null;
  chargeState: ChargeState;
  providerChargeId: string | null;
  providerPaymentId: string | null;
  /** The payer's bank calls the Pix so, where `providerPaymentId` is a number of the receiving bank's own. */
  endToEndId: string | null;
  /** It hashes who paid under the shop's key, where the bank tells; null once erased. */
  payerHash: string | null;
  pixCopyPaste: string | null;
  expiresAt: string;
  createdAt: string;
  completedAt: string | null;
  refundRequestedAt: string | null;
  refundedAt: string | null;
  nextCheckAt: string | null;
  lastCheckAt: string | null;
  checkCount: number;
  /** The unpaid purchase whose reminder led to this one. */
  recoveredFrom: string | null;
  /** It is E.164, as the buyer gave it at the checkout. */
  whatsapp: string | null;
  /** It is null where the order sent none. */
  originSource: string | null;
  originCampaign: string | null;
  /** The rest of it as JSON; null once the buyer was erased. */
  origin: string | null;
  /** The ids of an advertisement stay for 30 days, as JSON. */
  clickIds: string | null;
  /** Whoever brought the buyer; null as well where an affiliate bought with the own coupon. */
  affiliateId: string | null;
  attribution: 'coupon' | 'link' | null;
  /** The moment of the order, or of the click. */
  attributedAt: string | null;
};

/** It is written beside a purchase, whose list is ordered and searched by its first item's name; only items are read. */
export type FirstItem = Pick<PurchaseItemRow, 'productId' | 'productName'>;

/** The first has the id of its purchase; the totals of all are the purchase's. */
export type PurchaseItemRow = {
  id: string;
  purchaseId: string;
  /** Positions count from 0. */
  position: number;
  productId: string;
  productName: string;
  /** It is null unless the item was bought inside a kit. */
  kitId: string | null;
  kitName: string | null;
  /** It is null unless an order bump sold the item. */
  offerId: string | null;
  /** The terms are those of the sale; null for the usual ones. */
  licenseTerms: string | null;
  /** The version is that of the sale; null before terms had versions. */
  termsVersion: number | null;
  priceCents: number;
  totalCents: number;
  requiresActivation: Flag;
  keyWaitingSince: string | null;
  downloadCount: number;
  /** The product's own file was downloaded in this hour, as `2026-11-24T15`. */
  lastDownloadHour: string | null;
  /** The item covers these updates, as the product's policy was at the sale; both are null for all of them. */
  updatesMajor: number | null;
  updatesUntil: string | null;
  /** The first version says the major number where the sale was before any. */
  awaitsMajor: Flag;
  /** It was sold at the upgrade price to the owner of this item. */
  upgradesItemId: string | null;
  /** Its key takes the place of that item's. */
  replacesKey: Flag;
  /** It cost less since the buyer had these items of its kit: a JSON array, or null. */
  completesItemIds: string | null;
  /** It prolongs the updates of this item by so many months, and gives nothing of its own; null in all others. */
  renewsItemId: string | null;
  renewalMonths: number | null;
  /** What was promised at the sale; null while no renewal changed `updatesUntil`. */
  updatesUntilAtSale: string | null;
  /** The buyer was told that `updatesUntil` comes near. */
  isEndTold: Flag;
};

/** Columns that came later, each with a default. */
export type LaterItemColumns =
  | 'awaitsMajor'
  | 'upgradesItemId'
  | 'replacesKey'
  | 'completesItemIds'
  | 'renewsItemId'
  | 'renewalMonths'
  | 'updatesUntilAtSale'
  | 'isEndTold';

export type OpenPurchaseRow = {
  purchaseId: string;
  /** It is an HMAC of the network; null for older rows. */
  network: string | null;
  /** It is exact to the minute. */
  awaitedAt: string | null;
};

export type PurchaseEventRow = {
  id: number;
  purchaseId: string;
  at: string;
  event: string;
  source: string;
  detail: string | null;
};
