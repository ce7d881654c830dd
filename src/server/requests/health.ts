import { type RequestHandler, Router } from 'express';
import { isDatabaseResponding } from '#db/queries/upkeep/health.ts';
import type { Shop } from '#src/domain/shop.ts';

export function healthRoutes(shop: Shop, isStopping: () => boolean): RequestHandler {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const isReady = !isStopping() && (await isDatabaseResponding(shop.db));
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'unavailable' });
  });
  return router;
}
