import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { bearerOf } from '#src/http/sessions/api-token.ts';

export function isTokenCall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return bearerOf(headers.authorization ?? null) !== null;
}

/** A call that brings a token is the token's alone. */
export const ignoreCookies: RequestHandler = (request, _response, next) => {
  if (isTokenCall(request)) delete request.headers.cookie;
  next();
};
