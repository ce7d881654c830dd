/**
 * How a decision says no. The sentence is for the person, the kind for `http/endpoint`, which alone knows status numbers.
 * Told apart by `kind` and never by `instanceof`: Express and Astro hold separate copies of this module.
 */
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
  | 'too_many'
  | 'bank_failed'
  | 'unavailable';

export type Refusal = Error & {
  kind: RefusalKind;
  code: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

type Details = Pick<Refusal, 'fields' | 'retryAfterSeconds'>;

/** An error to throw. `code` is the machine's word for it, in snake_case. */
export function refusal(kind: RefusalKind, code: string, message: string, details: Details = {}): Refusal {
  return Object.assign(new Error(message), { kind, code, ...details });
}

/** Something that is not there. */
export function notFound(message: string): Refusal {
  return refusal('not_found', 'not_found', message);
}

/** Something that the present state does not allow. */
export function conflict(code: string, message: string): Refusal {
  return refusal('conflict', code, message);
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'kind' in error && 'code' in error;
}
