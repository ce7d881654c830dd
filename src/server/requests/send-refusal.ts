import type { Response as ExpressResponse } from 'express';
import type { Refusal } from '#src/domain/refusals.ts';
import { STATUS_OF } from '#src/http/errors.ts';

export function sendRefusal(response: ExpressResponse, { kind, code, message, retryAfterSeconds }: Refusal): void {
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  response.status(STATUS_OF[kind]).set('Cache-Control', 'no-store').json({ message, code });
}
