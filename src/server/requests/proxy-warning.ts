import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** All visitors share one address and its limits behind an undeclared proxy. */
export function warnOfProxy(log: Logger): RequestHandler {
  let hasWarned = false;
  return (request, _response, next) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      log.warn({ setting: 'TRUST_PROXY' }, SENTENCE);
    }
    next();
  };
}

const SENTENCE =
  'Chegou uma visita com X-Forwarded-For, mas TRUST_PROXY está desligado: se a loja fica atrás de um proxy, todos os visitantes parecem ter o mesmo endereço e dividem os mesmos limites. Defina TRUST_PROXY com o número de proxies, como TRUST_PROXY=1.';
