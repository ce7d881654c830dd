import { isRefusal, type Refusal, type RefusalKind, refusal } from '#src/domain/refusals.ts';
import type { Log } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { jsonResponse } from './responses/responses.ts';

export const STATUS_OF: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  not_allowed: 405,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  wrong_type: 415,
  misdirected: 421,
  invalid: 422,
  locked: 423,
  too_many: 429,
  bank_failed: 502,
  source_failed: 502,
  unavailable: 503,
  source_late: 504,
};

/** An error that is no refusal is our own fault: it is logged and nothing of it is sent. */
export function errorResponse(error: unknown, log: Log): Response {
  if (isRefusal(error)) return refusalResponse(error);
  const passing = passingTrouble(error);
  if (passing) {
    log.warn(traceOf(error), 'the database or the file store could not be used');
    return refusalResponse(passing);
  }
  log.error(traceOf(error), 'a call failed');
  return jsonError(500, { message: INTERNAL, code: 'internal' });
}

export function refusalResponse(refused: Refusal): Response {
  const { message, code, fields, retryAfterSeconds, proof } = refused;
  const headers = retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(retryAfterSeconds) };
  return jsonError(STATUS_OF[refused.kind], { message, code, ...(fields && { fields }), ...proof }, headers);
}

export const BUSY = 'A loja está ocupada. Tente de novo em instantes.';
export const INTERNAL = 'Algo deu errado do nosso lado. Tente de novo em instantes.';

function jsonError(status: number, body: ErrorBody, headers?: Record<string, string>): Response {
  return jsonResponse(body, status, headers);
}

/** Tells a visitor what a database or a file store that cannot be used now means. */
export function passingTrouble(error: unknown): Refusal | undefined {
  if (isUnusableDatabase(error)) return unavailable(BUSY, 2);
  if (!errorCode(error).startsWith('FILES_')) return undefined;
  return unavailable('O arquivo não está disponível agora. Tente de novo em instantes.', 10);
}

/** Says whether the same call may succeed later. */
export function isUnusableDatabase(error: unknown): boolean {
  const code = errorCode(error);
  return /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY)/.test(code) || TRY_LATER.test(code);
}

/** PostgreSQL's: connection lost, read-only standby, rolled back, out of resources, canceled, shutting down, outdated plan, lock not free. */
const TRY_LATER = /^(?:(?:08|40|53|57)\w{3}|0A000|25006|55P03)$/;

function unavailable(sentence: string, retryAfterSeconds: number): Refusal {
  return refusal('unavailable', 'unavailable', sentence, { retryAfterSeconds });
}

/** Logs type and stack but not the message, which could repeat personal data. */
export function traceOf(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const stack = error.stack?.split('\n').slice(1, 6).join('\n') ?? '';
  return { error: error.name, stack, ...('code' in error && { code: String(error.code) }) };
}
