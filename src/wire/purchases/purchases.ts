import * as z from 'zod/mini';
import { emailAddress, line } from '../basics/text.ts';
import type { ItemFiles } from '../releases/releases.ts';
import type { Withdrawal } from '../withdrawals/withdrawals.ts';

export type PaymentStatus = 'PENDING' | 'COMPLETED' | 'FAILED' | 'REFUNDED';

export type FailureReason = 'expired' | 'rejected' | 'provider';
export type ReviewReason =
  | 'short_payment'
  | 'dispute'
  | 'unknown_account'
  | 'duplicate_payment'
  | 'partial_return'
  | 'unknown_state';

export type Purchase = Omit<PurchaseRecord, 'items'> & {
  items: (PurchaseItem & ItemFiles)[];
  /** An open purchase of a withdrawn product can still be paid. */
  isProductOnSale: boolean;
  /** It is null where nothing was paid, or it was given back without one. */
  withdrawal: Withdrawal | null;
};

export type PurchaseRecord = {
  id: string;
  /** People call it `#1048`. */
  number: number;
  /** The first has the purchase's own id. */
  items: PurchaseItem[];
  paymentStatus: PaymentStatus;
  paymentMethod: 'pix';
  /** It is display text, `R$ 99,90`, like the next two amounts. */
  totalAmount: string;
  returnedAmount: string | null;
  /** The figures count it, and at most the price. */
  keptAmount: string;
  createdAt: string;
  couponCode: string | null;
  transactionId: string;
  customerEmail: string;
  customerName: string;
  expiresAt: string;
  failureReason: FailureReason | null;
  review: ReviewReason | null;
};

export type PurchaseItem = {
  id: string;
  productId: string;
  productName: string;
  /** It is null unless the item was bought inside a kit. */
  kitName: string | null;
  /** It is the price before any discount. */
  price: string;
  totalAmount: string;
  /** These are the terms of the sale. */
  licenseTerms: string;
  /** The buyer accepted this version; null before shops had terms. */
  termsVersion: number | null;
  requiresActivation: boolean;
  isKeyOnItsWay: boolean;
  /** The counted route of this shop, and null unless COMPLETED. */
  downloadUrl: string | null;
};

/** Writes `#1048`, which people read to each other. */
export function numberText({ number }: Pick<PurchaseRecord, 'number'>): string {
  return `#${number}`;
}

export type PixCharge = {
  /** A PNG without the `data:` prefix. */
  qrCodeBase64: string;
  /** A BR Code, "Pix copia e cola". */
  pixCopyPaste: string;
  transactionId: string;
  purchaseId: string;
  /** It is display text, `R$ 99,90`. */
  amount: string;
  /** It is payable from the first until the second. */
  createdAt: string;
  expiresAt: string;
};

export type BankStatus = 'pending' | 'approved' | 'cancelled' | 'rejected' | 'refunded';

export type PaymentStatusCheck = { success: true; message: string; data: { status: BankStatus } };

export type LicenseState = 'ready' | 'waiting' | 'revoked' | 'frozen' | 'not_needed';

/** The key is null, with a message, unless it is ready. */
export type LicenseResponse = {
  activationKey: string | null;
  state: LicenseState;
  message?: string;
  /** Both are set for a key on its way: since when it is awaited, and when to ask the support for it. */
  waitsSince?: string;
  askAfter?: string;
};

/** The keys are ids of items. */
export type Licenses = Readonly<Record<string, LicenseResponse>>;

export const ResendEmail = z.object({
  email: emailAddress('Email inválido'),
  customerName: z.optional(z.nullable(line(0, 120, 'Nome inválido'))),
});
export type ResendEmail = z.infer<typeof ResendEmail>;

export type Done = { success: true; message: string };
