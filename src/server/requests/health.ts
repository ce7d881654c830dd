import { type RequestHandler, Router } from 'express';
import type { Shop } from '#src/domain/shop.ts';
import { showHealth } from '#src/domain/upkeep/health.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isAllowed, refuseStranger } from '../metrics/open-metrics.ts';
import type { Serving } from '../processes/serving.ts';

/** Pages come from any process that lives, and orders go to those that are ready. */
export function healthRoutes(serving: Pick<Serving, 'read'>, isStopping: () => boolean): RequestHandler {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const reason = isStopping() ? 'draining' : await serving.read();
    response
      .status(reason === null ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(reason === null ? { status: 'ok' } : { status: 'unavailable', reason });
  });
  return router;
}

/** What *Saúde* shows, for machines that have the token of the metrics. */
export function tellHealth(shop: Shop, serving: Pick<Serving, 'read'>, token: string): RequestHandler {
  return async (request, response) => {
    if (!isAllowed(request, token)) return refuseStranger(response);
    response.set('Cache-Control', 'no-store');
    const reason = await serving.read();
    const health = await showHealth(shop).catch((error: unknown) => {
      shop.log.warn({ code: errorCode(error, 'unknown') }, 'the health of the shop could not be read');
      return null;
    });
    const isReady = reason === null && health !== null;
    response.status(isReady ? 200 : 503).json({ isReady, reason, ...health, term: shop.processes.term() });
  };
}
