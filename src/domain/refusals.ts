import type { ConfirmKind } from '#src/wire/access/factors.ts';
import type { ErrorCode } from '#src/wire/api/error-codes.ts';
import { UNKNOWN_PRODUCT } from '#src/wire/products/product-id.ts';

/** Recognized by `kind`, not `instanceof`, because Express and Astro load separate copies of this module. */
export type RefusalKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'not_allowed'
  | 'conflict'
  | 'gone'
  | 'changed'
  | 'too_large'
  | 'wrong_type'
  | 'misdirected'
  | 'locked'
  | 'too_many'
  | 'bank_failed'
  | 'source_failed'
  | 'source_late'
  | 'unavailable';

export type Refusal = Error & {
  kind: RefusalKind;
  code: ErrorCode;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** By what the person may prove who it is. */
  proof?: { challengeId?: string; kinds: ConfirmKind[] };
};

type Details = Pick<Refusal, 'fields' | 'retryAfterSeconds' | 'proof'>;

export function refusal(kind: RefusalKind, code: ErrorCode, message: string, details: Details = {}): Refusal {
  return Object.assign(new Error(message), { kind, code, ...details });
}

export function notFound(message: string): Refusal {
  return refusal('not_found', 'not_found', message);
}

export function unknownPurchase(): Refusal {
  return notFound('Compra não encontrada.');
}

export function unknownProduct(): Refusal {
  return notFound(UNKNOWN_PRODUCT);
}

export function unknownAddress(): Refusal {
  return notFound('Este endereço não existe.');
}

export function unknownCustomer(): Refusal {
  return notFound('Cliente não encontrado');
}

/** What was typed into the field. */
export function invalid(field: string, sentence: string): Refusal {
  return refusal('invalid', 'invalid', sentence, { fields: { [field]: sentence } });
}

export function conflict(code: ErrorCode, message: string): Refusal {
  return refusal('conflict', code, message);
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'kind' in error && 'code' in error;
}
