import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { MetricsSettings, Settings } from '#src/config.ts';
import type { Log } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { Figures } from './figures.ts';

/** The library is loaded only where it is wanted. */
export async function openMetrics({ metrics }: Pick<Settings, 'metrics'>): Promise<Figures | null> {
  if (!metrics) return null;
  const { openFigures } = await import('./figures.ts');
  return openFigures();
}

export type MetricsAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export function answerWith(figures: Figures, { token }: MetricsSettings, log: Log): MetricsAnswer {
  return (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    if (token !== null && !isAllowed(request, token)) return refuseStranger(response);
    figures.write().then(
      (text) => response.writeHead(200, { 'Content-Type': figures.contentType }).end(text),
      (error: unknown) => {
        log.error({ code: errorCode(error, 'unknown') }, 'the metrics could not be written');
        response.writeHead(500).end();
      },
    );
  };
}

/** Hashes are equally long, so that the time tells nothing of the token. */
export function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}

export function refuseStranger(response: ServerResponse): void {
  response.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' }).end();
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Resolves with the function that closes it. */
export function listenForMetrics(
  { host, port }: NonNullable<MetricsSettings['listen']>,
  answer: MetricsAnswer,
): Promise<() => void> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method === 'GET' && request.url === METRICS_PATH) return answer(request, response);
    response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const sentence = `METRICS_HOST, METRICS_PORT: a loja não consegue atender em ${host}, porta ${port} (${errorCode(error, 'erro')}).`;
      reject(settingsError(sentence, error));
    });
    server.listen(port, host, () => {
      resolve(() => {
        server.close();
        server.closeAllConnections();
      });
    });
  });
}

export const METRICS_PATH = '/metrics';
