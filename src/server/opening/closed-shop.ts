import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import { inject } from 'light-my-request';
import type { Settings } from '#src/config.ts';
import { refusal } from '#src/domain/refusals.ts';
import { CLOSED_FOR_A_MOMENT, CLOSED_PAGE } from '#src/wire/upkeep/closed-shop.ts';
import { serveBuilt } from '../requests/app.ts';
import { openPluginCalls } from '../requests/plugin-cors.ts';
import { securityHeaders } from '../requests/security-headers.ts';
import { sendRefusal } from '../requests/send-refusal.ts';

type Parts = {
  settings: Settings;
  clientDir: string;
  render: RequestListener;
  /** A process whose code is too old for the schema is of no use until it is replaced. */
  reason: 'reopening' | 'schema';
};

/** Needs nothing of the shop, whose page is rendered beforehand; without one everybody gets the sentence. */
export async function closedShop({ settings, clientDir, render, reason }: Parts): Promise<RequestListener> {
  const page = await renderPage(render, new URL(settings.siteUrl).host);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders(settings));
  app.get('/healthz', (_request, response) => {
    const isLive = reason === 'reopening';
    response
      .status(isLive ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(isLive ? { status: 'ok' } : { status: 'unavailable', reason });
  });
  app.get('/readyz', (_request, response) => {
    response.status(503).set('Cache-Control', 'no-store').json({ status: 'unavailable', reason });
  });
  app.use(openPluginCalls);
  app.use(serveBuilt(clientDir));
  app.use(tellClosed(page));
  return app;
}

type Page = { html: string; policy: string };

function tellClosed(page: Page | null): RequestHandler {
  return ({ path }, response) => {
    const closed = refusal('unavailable', 'shop_reopening', CLOSED_FOR_A_MOMENT, { retryAfterSeconds: SOON });
    // A body that nobody reads would stay in the connection.
    response.set('Connection', 'close');
    if (!page || /^\/+api(?:\/|$)/i.test(path)) return sendRefusal(response, closed);
    response.status(503).set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': page.policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': String(SOON),
    });
    response.end(page.html);
  };
}

async function renderPage(render: RequestListener, host: string): Promise<Page | null> {
  try {
    const { payload, headers } = await inject(render, { method: 'GET', url: CLOSED_PAGE, headers: { host } });
    return { html: payload, policy: String(headers['content-security-policy'] ?? "default-src 'none'") };
  } catch {
    return null;
  }
}

const SOON = 30;
