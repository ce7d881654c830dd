import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Step } from './security-headers.ts';

/** Astro leaves the charset out where it renders without the middleware. */
export const declareCharset: Step = (_request, response, next) => {
  const { writeHead } = response;
  const declaring = (...parts: unknown[]): ServerResponse => {
    if (isEmptyShop(response.getHeader('Content-Type'))) response.setHeader('Content-Type', HTML);
    return Reflect.apply(writeHead, response, parts.map(withCharset));
  };
  response.writeHead = declaring;
  next();
};

const HTML = 'text/html; charset=utf-8';

function withCharset(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const headers: OutgoingHttpHeaders = { ...part };
  for (const name of Object.keys(headers)) {
    if (name.toLowerCase() === 'content-type' && isEmptyShop(headers[name])) headers[name] = HTML;
  }
  return headers;
}

function isEmptyShop(type: unknown): boolean {
  return typeof type === 'string' && /^text\/html\s*;?$/i.test(type);
}
