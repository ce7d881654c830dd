import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import sirv from 'sirv';
import type { Settings } from '#src/config.ts';
import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { readBodies, refuseBody } from './bodies.ts';
import { healthRoutes } from './health.ts';
import { networkOf } from './network.ts';
import { isForeignHost, originGuard } from './origin.ts';
import { sendRefusal } from './refuse.ts';
import { requestLog } from './request-log.ts';
import { inertAnswer, securityHeaders } from './security-headers.ts';
import { serveUploads } from './uploads.ts';

/** Astro's own handler, as its adapter builds it. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: object,
) => Promise<void>;

type Parts = { shop: Shop; settings: Settings; log: Logger; clientDir: string; astro: AstroHandler };

/** Everything that a request passes on its way to its page, from top to bottom. */
export function buildApp({ shop, settings, log, clientDir, astro }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.TRUST_PROXY);

  app.use(requestLog(log));
  app.use(securityHeaders(settings));
  app.use(healthRoutes(shop));
  app.use(hostGuard(settings));
  app.use(originGuard(settings));
  app.use(refuseOddMethods);
  app.use('/uploads', serveUploads(shop.db, settings.UPLOADS_DIR));
  app.use(serveBuilt(clientDir));
  app.use('/api', inertAnswer);
  app.use(readBodies());
  app.use(compression({ filter: isCompressible }));
  app.use((request, response) => astro(request, response, undefined, localsOf(shop, request.ip, response)));
  app.use(refuseBody);
  app.use(lastResort(log));
  return app;
}

/** Renders the storefront for the page cache, with the headers that it would leave with, but apart from any visitor. */
export function storefrontRenderer(shop: Shop, settings: Settings, astro: AstroHandler): RequestListener {
  const protect = securityHeaders(settings);
  return (request, response) =>
    protect(request, response, () => void astro(request, response, undefined, localsOf(shop, '', response)));
}

/** What pages and endpoints are given. Middleware adds who it is. */
export function localsOf(shop: Shop, address: string | undefined, response: ServerResponse): App.Locals {
  const untilTaken = () => drainOf(response);
  return { shop, user: null, sessionId: null, address: networkOf(address), untilTaken };
}

/** Also when the client has gone: then nothing waits for it. */
function drainOf(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

function hostGuard(settings: Settings): RequestHandler {
  const isForeign = isForeignHost(settings);
  return (request, response, next) => {
    if (!isForeign(request)) return next();
    sendRefusal(response, refusal('misdirected', 'wrong_host', 'Esta loja atende em outro endereço.'));
  };
}

/**
 * Pages are read and posted to, and that is all. Nobody needs TRACE, and the standard Request that Astro makes of each
 * request forbids it with an error. A call of the API says by itself what it takes.
 */
const refuseOddMethods: RequestHandler = ({ method, path }, response, next) => {
  const isFine = PAGE_METHODS.includes(method) || (method !== 'TRACE' && /^\/+api(?:\/|$)|%/i.test(path));
  if (isFine) return next();
  response.set('Allow', PAGE_METHODS.join(', '));
  sendRefusal(response, refusal('not_allowed', 'method_not_allowed', 'Este endereço não aceita este método.'));
};

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];

/** The built files, compressed when they were built. */
function serveBuilt(clientDir: string): RequestHandler {
  return sirv(clientDir, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      response.setHeader('Cache-Control', path.startsWith('/_astro/') ? FOREVER : A_DAY);
    },
  });
}

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

/** Never a stream of events: it would wait in the compressor. */
function isCompressible(_request: unknown, response: Pick<ServerResponse, 'getHeader'>): boolean {
  return /^(?:text\/html|application\/json|application\/xml|text\/plain)/.test(
    String(response.getHeader('Content-Type') ?? ''),
  );
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    log.error({ error: error instanceof Error ? error.name : typeof error }, 'a request failed before its page');
    if (response.headersSent) return void response.destroy();
    response
      .status(500)
      .json({ message: 'Algo deu errado do nosso lado. Tente de novo em instantes.', code: 'internal' });
  };
}
