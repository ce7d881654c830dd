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
  /** False where a product was withdrawn: an open purchase can still be paid. */
  isProductOnSale: boolean;
  /** Null where nothing was paid, or it was given back without one. */
  withdrawal: Withdrawal | null;
};

export type PurchaseRecord = {
  id: string;
  /** What people call it by: `#1048`. */
  number: number;
  /** The first has the purchase's own id. */
  items: PurchaseItem[];
  paymentStatus: PaymentStatus;
  paymentMethod: 'pix';
  /** Display text, `R$ 99,90`, like the next two amounts. */
  totalAmount: string;
  returnedAmount: string | null;
  /** As the figures count it: at most the price. */
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
  /** Null unless bought inside a kit. */
  kitName: string | null;
  /** Before any discount. */
  price: string;
  totalAmount: string;
  /** As at the sale. */
  licenseTerms: string;
  /** Of the product's terms, as accepted; null before shops had them. */
  termsVersion: number | null;
  requiresActivation: boolean;
  isKeyOnItsWay: boolean;
  /** The counted route of this shop, and null unless COMPLETED. */
  downloadUrl: string | null;
};

/** `#1048`, which people read to each other. */
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
  /** Display text, `R$ 99,90`. */
  amount: string;
  /** It is payable from the first until the second. */
  createdAt: string;
  expiresAt: string;
};

export type BankStatus = 'pending' | 'approved' | 'cancelled' | 'rejected' | 'refunded';

export type PaymentStatusCheck = { success: true; message: string; data: { status: BankStatus } };

export type LicenseState = 'ready' | 'waiting' | 'revoked' | 'frozen' | 'not_needed';

/** Null with a message unless the key is ready. */
export type LicenseResponse = {
  activationKey: string | null;
  state: LicenseState;
  message?: string;
  /** Both for a key on its way: since when it is awaited, and when to ask the support for it. */
  waitsSince?: string;
  askAfter?: string;
};

/** By the ids of their items. */
export type Licenses = Readonly<Record<string, LicenseResponse>>;

export const ResendEmail = z.object({
  email: emailAddress('Email inválido'),
  customerName: z.optional(z.nullable(line(0, 120, 'Nome inválido'))),
});
export type ResendEmail = z.infer<typeof ResendEmail>;

export type Done = { success: true; message: string };
