import * as z from 'zod/mini';
import { emailAddress, line } from '../basics/text.ts';
import { ItemFiles } from '../releases/releases.ts';
import { Withdrawal } from '../withdrawals/withdrawals.ts';

export const PaymentStatus = z.enum(['PENDING', 'COMPLETED', 'FAILED', 'REFUNDED']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const FailureReason = z.enum(['expired', 'rejected', 'provider']);
export type FailureReason = z.infer<typeof FailureReason>;
export const ReviewReason = z.enum([
  'short_payment',
  'dispute',
  'unknown_account',
  'duplicate_payment',
  'partial_return',
  'unknown_state',
]);
export type ReviewReason = z.infer<typeof ReviewReason>;

export const PurchaseItem = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  /** Both are null unless the item was bought inside a kit. */
  kitId: z.nullable(z.string()),
  kitName: z.nullable(z.string()),
  /** It is null unless an offer of the checkout sold the item. */
  offerId: z.nullable(z.string()),
  /** It is null unless the item is more months of updates for this other one. */
  renewsItemId: z.nullable(z.string()),
  /** It is the price before any discount. */
  price: z.string(),
  totalAmount: z.string(),
  /** These are the terms of the sale. */
  licenseTerms: z.string(),
  /** The buyer accepted this version; null before shops had terms. */
  termsVersion: z.nullable(z.number()),
  requiresActivation: z.boolean(),
  isKeyOnItsWay: z.boolean(),
  /** The counted route of this shop, and null unless COMPLETED. */
  downloadUrl: z.nullable(z.string()),
});
export type PurchaseItem = z.infer<typeof PurchaseItem>;

export const PurchaseRecord = z.object({
  id: z.string(),
  /** People call it `#1048`. */
  number: z.number(),
  /** The first has the purchase's own id. */
  items: z.array(PurchaseItem),
  paymentStatus: PaymentStatus,
  paymentMethod: z.literal('pix'),
  /** It is display text, `R$ 99,90`, like the next two amounts. */
  totalAmount: z.string(),
  returnedAmount: z.nullable(z.string()),
  /** The figures count it, and at most the price. */
  keptAmount: z.string(),
  createdAt: z.string(),
  couponCode: z.nullable(z.string()),
  transactionId: z.string(),
  customerEmail: z.string(),
  customerName: z.string(),
  expiresAt: z.string(),
  failureReason: z.nullable(FailureReason),
  review: z.nullable(ReviewReason),
  /** Where owners order again what is for them alone; null for what everybody orders. */
  ownersPage: z.nullable(z.string()),
  /** The platform on which it was paid; null for what was bought here. */
  importedFrom: z.nullable(z.string()),
});
export type PurchaseRecord = z.infer<typeof PurchaseRecord>;

export const Purchase = z.extend(z.omit(PurchaseRecord, { items: true }), {
  items: z.array(z.extend(PurchaseItem, ItemFiles.shape)),
  /** An open purchase of a withdrawn product can still be paid. */
  isProductOnSale: z.boolean(),
  /** It is null where nothing was paid, or it was given back without one. */
  withdrawal: z.nullable(Withdrawal),
});
export type Purchase = z.infer<typeof Purchase>;

export const PixCharge = z.object({
  /** A PNG without the `data:` prefix. */
  qrCodeBase64: z.string(),
  /** A BR Code, "Pix copia e cola". */
  pixCopyPaste: z.string(),
  transactionId: z.string(),
  purchaseId: z.string(),
  /** It is display text, `R$ 99,90`. */
  amount: z.string(),
  /** It is payable from the first until the second. */
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type PixCharge = z.infer<typeof PixCharge>;

export const BankStatus = z.enum(['pending', 'approved', 'cancelled', 'rejected', 'refunded']);
export type BankStatus = z.infer<typeof BankStatus>;

export const PaymentStatusCheck = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    status: BankStatus,
  }),
});
export type PaymentStatusCheck = z.infer<typeof PaymentStatusCheck>;

export const LicenseState = z.enum(['ready', 'waiting', 'revoked', 'frozen', 'not_needed']);

/** The key is null, with a message, unless it is ready. */
export const LicenseResponse = z.object({
  activationKey: z.nullable(z.string()),
  state: LicenseState,
  message: z.exactOptional(z.string()),
  /** Both are set for a key on its way: since when it is awaited, and when to ask the support for it. */
  waitsSince: z.exactOptional(z.string()),
  askAfter: z.exactOptional(z.string()),
});
export type LicenseResponse = z.infer<typeof LicenseResponse>;

/** The keys are ids of items. */
export type Licenses = Readonly<Record<string, LicenseResponse>>;

export const ResendEmail = z.object({
  email: emailAddress('Email inválido'),
  customerName: z.optional(z.nullable(line(0, 120, 'Nome inválido'))),
});
export type ResendEmail = z.infer<typeof ResendEmail>;

export const Done = z.object({
  success: z.literal(true),
  message: z.string(),
});
export type Done = z.infer<typeof Done>;
