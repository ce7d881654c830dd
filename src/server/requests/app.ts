import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import sirv from 'sirv';
import type { Settings } from '#src/config.ts';
import { answerChallenge } from '#src/domain/address/challenges.ts';
import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { INTERNAL } from '#src/http/errors.ts';
import { CHALLENGE_PATH } from '#src/wire/address/address.ts';
import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { METRICS_PATH, type MetricsAnswer } from '../metrics/open-metrics.ts';
import type { Serving } from '../processes/serving.ts';
import { readLimitedBodies, refuseBody } from './body-limits.ts';
import { healthRoutes, tellHealth } from './health.ts';
import { declareCharset } from './html-charset.ts';
import { installationGate } from './installation-gate.ts';
import { networkOf } from './network.ts';
import { openPluginCalls } from './plugin-cors.ts';
import { warnOfProxy } from './proxy-warning.ts';
import { requestLog } from './request-log.ts';
import { isForeignHost, isPluginCall, isPluginFile, originGuard } from './same-origin.ts';
import { inertResponse, openPictures, securityHeaders, withoutPageHeaders } from './security-headers.ts';
import { sendRefusal } from './send-refusal.ts';
import { ignoreCookies } from './token-calls.ts';
import { serveUploads } from './uploads.ts';

export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: object,
) => Promise<void>;

type Parts = {
  shop: Shop;
  settings: Settings;
  log: Logger;
  clientDir: string;
  astro: AstroHandler;
  serving: Pick<Serving, 'read'>;
  isStopping?: () => boolean;
  /** Without it the address is one that the shop does not know. */
  answerMetrics?: MetricsAnswer | null;
};

export function buildApp(parts: Parts): Express {
  const { shop, settings, log, clientDir, astro, serving, isStopping = () => false, answerMetrics } = parts;
  const app = express();
  const receive = transferReceiver(shop);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.TRUST_PROXY);

  app.use(requestLog(log));
  if (settings.TRUST_PROXY === 0) app.use(warnOfProxy(log));
  app.use(securityHeaders(settings));
  app.use(openPictures);
  app.use(declareCharset);
  app.use(healthRoutes(serving, isStopping));
  if (settings.metrics?.token) app.get('/api/health', tellHealth(shop, serving, settings.metrics.token));
  app.get(`${CHALLENGE_PATH}:token`, answerChallenges(shop));
  if (answerMetrics) app.get(METRICS_PATH, answerMetrics);
  app.use(ignoreCookies);
  app.use(hostGuard(settings));
  app.use(originGuard(settings));
  app.use(openPluginCalls);
  app.use(refuseOddMethods);
  app.use('/uploads', serveUploads(shop, settings));
  app.use(serveBuilt(clientDir));
  app.use('/api', inertResponse);
  app.use(installationGate(shop));
  for (const path of [TRANSFER_PATH, `${TRANSFER_PATH}/:id`]) {
    for (const method of TUS_METHODS) app[method](path, receive);
  }
  app.use(readLimitedBodies());
  app.use(compression({ filter: isCompressible, threshold: SMALLEST_COMPRESSED }));
  app.use((request, response) => astro(request, response, undefined, localsOf(shop, request.ip, response)));
  app.use(refuseBody);
  app.use(lastResort(log));
  return app;
}

/** The receiver is loaded with the first upload, since each start of the store would wait for it. */
function transferReceiver(shop: Shop): RequestHandler {
  let opening: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    opening ??= import('./resumable-uploads.ts').then(({ receiveTransfers }) => receiveTransfers(shop));
    const receive = await opening;
    await receive(request, response, next);
  };
}

const TUS_METHODS = ['post', 'head', 'patch', 'delete', 'options'] as const;

/** Renders with the final headers but without any visitor's data. */
export function sharedRenderer(shop: Shop, settings: Settings, astro: AstroHandler): RequestListener {
  const protect = securityHeaders(settings);
  return (request, response) => {
    const render = () => void astro(request, response, undefined, localsOf(shop, '', response));
    const isCall = request.url?.startsWith('/api/');
    protect(request, response, () => (isCall ? inertResponse : declareCharset)(request, response, render));
  };
}

export function localsOf(shop: Shop, address: string | undefined, response: ServerResponse): App.Locals {
  const waitForDrain = () => drainOf(response);
  const abortResponse = () => void response.destroy();
  const nobody = { user: null, sessionId: null, token: null, isFactorMissing: false };
  return { shop, ...nobody, clientNetwork: networkOf(address), waitForDrain, abortResponse };
}

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

/** For whoever leads port 80 of the domain to this one. */
function answerChallenges(shop: Shop): RequestHandler {
  return async ({ params }, response, next) => {
    const text = await answerChallenge(shop, String(params['token']));
    if (text === null) return next();
    response.type('text/plain').set('Cache-Control', 'no-store').send(text);
  };
}

function hostGuard(settings: Settings): RequestHandler {
  const isForeign = isForeignHost(settings);
  return (request, response, next) => {
    if (!isForeign(request)) return next();
    if (settings.isOwnTls && isForFormerAddress(request)) return next();
    if (settings.isOwnTls && HARMLESS_METHODS.includes(request.method)) {
      // It is no 301, since the owner may come back to the address.
      return response.redirect(307, settings.siteUrl + (request.url.startsWith('/') ? request.url : '/'));
    }
    sendRefusal(response, refusal('misdirected', 'wrong_host', 'Esta loja atende em outro endereço.'));
  };
}

/** Banks and plugins keep the address that they were told, and follow nobody elsewhere. */
function isForFormerAddress(request: IncomingMessage): boolean {
  return isPluginCall(request) || isPluginFile(request) || request.url?.startsWith('/api/webhooks/') === true;
}

const HARMLESS_METHODS = ['GET', 'HEAD'];

/** Astro's Request throws for TRACE; API routes check their methods themselves. */
const refuseOddMethods: RequestHandler = ({ method, path }, response, next) => {
  const isFine = PAGE_METHODS.includes(method) || (method !== 'TRACE' && /^\/+api(?:\/|$)|%/i.test(path));
  if (isFine) return next();
  response.set('Allow', PAGE_METHODS.join(', '));
  sendRefusal(response, refusal('not_allowed', 'method_not_allowed', 'Este endereço não aceita este método.'));
};

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];

/** Lists the folder with the first request, since each start of the store would wait for it. */
export function serveBuilt(clientDir: string): RequestHandler {
  let serve: RequestHandler | undefined;
  return (request, response, next) => {
    serve ??= serveFolder(clientDir);
    serve(request, response, next);
  };
}

function serveFolder(clientDir: string): RequestHandler {
  return sirv(clientDir, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, path) {
      if (!path.endsWith('.svg')) withoutPageHeaders(response);
      response.setHeader('Cache-Control', path.startsWith('/_astro/') ? FOREVER : A_DAY);
    },
  });
}

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

/** The compressor's work on fewer bytes, such as the call that makes an order, is worth more than the packet or two. */
const SMALLEST_COMPRESSED = 4_096;

/** The compressor would hold back event streams. */
function isCompressible(_request: unknown, response: Pick<ServerResponse, 'getHeader'>): boolean {
  return /^(?:text\/html|application\/json|application\/xml|text\/plain)/.test(
    String(response.getHeader('Content-Type') ?? ''),
  );
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    log.error({ error: error instanceof Error ? error.name : typeof error }, 'a request failed before its page');
    if (response.headersSent) return void response.destroy();
    response.status(500).json({ message: INTERNAL, code: 'internal' });
  };
}
