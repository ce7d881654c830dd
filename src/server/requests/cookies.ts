import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Cookies } from '#src/http/sessions/session-cookie.ts';

/** Some requests do not reach Astro, whose cookies these stand for. */
export function cookiesOf(request: Request, response: Response): Cookies {
  const sent = parseCookie(request.headers.cookie ?? '');
  return {
    get(name) {
      const value = sent[name];
      return value === undefined ? undefined : { value };
    },
    set(name, value, { maxAge, ...attributes }) {
      response.cookie(name, value, { ...attributes, maxAge: maxAge * 1_000 });
    },
  };
}
