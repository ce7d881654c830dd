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
  code: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

type Details = Pick<Refusal, 'fields' | 'retryAfterSeconds'>;

export function refusal(kind: RefusalKind, code: string, message: string, details: Details = {}): Refusal {
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

export function conflict(code: string, message: string): Refusal {
  return refusal('conflict', code, message);
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'kind' in error && 'code' in error;
}
