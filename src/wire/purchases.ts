import * as z from 'zod/mini';
import { emailAddress, text } from './text.ts';

export type PaymentStatus = 'PENDING' | 'COMPLETED' | 'FAILED' | 'REFUNDED';

export type FailureReason = 'expired' | 'rejected' | 'provider';
export type Review = 'short_payment' | 'dispute';

/** `GET /api/payments/purchase/{purchaseId}`, and the event of its stream. */
export type Purchase = {
  id: string;
  productId: string;
  productName: string;
  paymentStatus: PaymentStatus;
  paymentMethod: 'pix';
  /** Display text, `R$ 99,90`. */
  totalAmount: string;
  createdAt: string;
  couponCode: string | null;
  transactionId: string;
  customerEmail: string;
  customerName: string;
  requiresActivation: boolean;
  /** Paid, and waiting for a key: none was left. */
  isKeyOnItsWay: boolean;
  expiresAt: string;
  failureReason: FailureReason | null;
  review: Review | null;
  /** `downloadUrl` is the counted route of this shop, and null unless COMPLETED. */
  productDetails: { name: string; price: string; downloadUrl: string | null };
};

/** What the PIX step shows: `POST /api/payments/create` brings it, and the page of an open purchase. */
export type PixCharge = {
  /** A PNG without the `data:` prefix. */
  qrCodeBase64: string;
  /** A BR Code, "Pix copia e cola". */
  pixCopyPaste: string;
  transactionId: string;
  purchaseId: string;
  /** Display text, `R$ 99,90`. */
  amount: string;
  expiresAt: string;
};

export type BankAnswer = 'pending' | 'approved' | 'cancelled' | 'rejected' | 'refunded';

/** `GET /api/payments/status/{transactionId}`. */
export type PaymentStatusCheck = { success: true; message: string; data: { status: BankAnswer } };

/** `GET /api/payments/license/{purchaseId}`: null with a message while a key is on its way, or when none is needed. */
export type LicenseAnswer = { activationKey: string | null; message?: string };

/** `POST /api/payments/resend-email/{purchaseId}`. */
export const ResendEmail = z.object({
  email: emailAddress('Email inválido'),
  customerName: z.optional(z.nullable(text(0, 120, 'Nome inválido'))),
});
export type ResendEmail = z.infer<typeof ResendEmail>;

export type Done = { success: true; message: string };
