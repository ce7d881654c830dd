import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Logs one line for each response, without body, cookie, query or whole id. */
export function requestLog(logger: Logger): RequestHandler {
  return ({ method, url }, response, next) => {
    const startedAt = Date.now();
    let isBroken = false;
    // An error without a listener would end the process.
    response.on('error', () => {
      isBroken = true;
    });
    response.once('close', () => {
      if (QUIET.test(url) && !isBroken) return;
      const status = response.statusCode;
      const isFault = status >= 500;
      const line = {
        req: { id: randomUUID(), method, path: anonymous(url) },
        res: { status },
        responseTime: Date.now() - startedAt,
      };
      logger[isFault ? 'error' : 'info'](line, isFault || isBroken ? 'failed' : 'answered');
    });
    next();
  };
}

const QUIET = /^\/(?:_astro|demo|healthz|readyz|metrics$)/;

/** A purchase's id grants access to its key, and a webhook's path or the link of a reminder or notice holds a secret; a code may be typed behind its address. */
function anonymous(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .replace(/(webhooks[^/]*\/[^/]+\/).*/i, '$1…')
    .replace(/(\/(?:retomar|lembretes|avisos|abrir|testar|trials)\/).*/i, '$1…')
    .replace(/[0-9a-f]{32}/gi, (id) => `${id.slice(0, 6)}…`)
    .slice(0, 200);
}
