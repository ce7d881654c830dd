import { isRefusal, type Refusal, type RefusalKind } from '#src/domain/refusals.ts';
import type { Log } from '#src/domain/shop.ts';
import type { ErrorBody } from '#src/wire/errors.ts';

/** The one place that turns a refusal into a number. */
export const STATUS_OF: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  bank_failed: 502,
  unavailable: 503,
};

/** What a failed call answers. What is not a refusal is our own fault: it is logged, and nothing of it is told. */
export function errorAnswer(error: unknown, log: Log): Response {
  if (isRefusal(error)) return refusalAnswer(error);
  const busy = busyDatabase(error);
  if (busy) {
    log.warn(traceOf(error), 'the database could not be used');
    return refusalAnswer(busy);
  }
  log.error(traceOf(error), 'a call failed');
  return jsonError(500, { message: INTERNAL, code: 'internal' });
}

export function refusalAnswer(refused: Refusal): Response {
  const { message, code, fields, retryAfterSeconds } = refused;
  const headers = retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(retryAfterSeconds) };
  return jsonError(STATUS_OF[refused.kind], { message, code, ...(fields && { fields }) }, headers);
}

const INTERNAL = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

function jsonError(status: number, body: ErrorBody, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** Somebody else holds the database, or the disk is full: the shop is there again in a moment. */
function busyDatabase(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY)/.test(code)) return undefined;
  return Object.assign(new Error('A loja está ocupada. Tente de novo em instantes.'), {
    kind: 'unavailable' as const,
    code: 'unavailable',
    retryAfterSeconds: 2,
  });
}

/** The kind of the error and where it came from; its message could repeat what a person typed. */
function traceOf(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const stack = error.stack?.split('\n').slice(1, 6).join('\n') ?? '';
  return { error: error.name, stack, ...('code' in error && { code: String(error.code) }) };
}
