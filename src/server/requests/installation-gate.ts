import type { RequestHandler } from 'express';
import { hasFirstAccount, isBeingInstalled } from '#src/domain/installation/installation.ts';
import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { installationVisit } from '#src/http/sessions/installation-visit.ts';
import { readSession } from '#src/http/sessions/session.ts';
import { INSTALLATION_PATH } from '#src/wire/installation/steps.ts';
import { INSTALLATION_TEXTS } from '#src/wire/installation/texts.ts';
import { cookiesOf } from './cookies.ts';
import { networkOf } from './network.ts';
import { sendRefusal } from './send-refusal.ts';

/** Until the owner opens a new shop, every address tells visitors that it is being prepared. */
export function installationGate(shop: Shop): RequestHandler {
  return async (request, response, next) => {
    if (!(await isBeingInstalled(shop))) return next();
    const { path } = request;
    if (path === INSTALLATION_PATH) return next();
    if (SIGN_IN.includes(path) && (await hasFirstAccount(shop))) return next();
    const cookies = cookiesOf(request, response);
    const session = await readSession(shop, cookies);
    const visit = await installationVisit(shop, cookies, session?.user ?? null, networkOf(request.ip));
    const isStep = path.startsWith(`${INSTALLATION_PATH}/`);
    if (visit === 'owner' || (visit === 'holder' && isStep)) return next();
    if (/^\/+api(?:\/|$)/i.test(path)) {
      const closed = refusal('unavailable', 'shop_not_open', INSTALLATION_TEXTS.closed, { retryAfterSeconds: LATER });
      return sendRefusal(response.set('Connection', 'close'), closed);
    }
    // Its page says it, or leads on whoever holds the link.
    request.url = INSTALLATION_PATH;
    request.method = 'GET';
    next();
  };
}

const SIGN_IN = ['/login', '/api/auth/login'];
const LATER = 600;
