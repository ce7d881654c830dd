import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CHALLENGE_PATH } from '#src/wire/address/address.ts';

export type PlainSource = {
  /** The domain at which the shop answers. */
  domain: string | null;
  answerChallenge(token: string): Promise<string | null>;
};

/** Leads to https, and answers whoever certifies the domain. */
export function answerPlainly(
  readSource: () => PlainSource | null,
  isServed: (domain: string) => boolean,
): RequestListener {
  return (request, response) => {
    const source = readSource();
    const { url = '/' } = request;
    if (url.startsWith(CHALLENGE_PATH)) return void answer(source, url.slice(CHALLENGE_PATH.length), response);
    const named = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const domain = isServed(named) ? named : source?.domain;
    if (!domain || !isServed(domain)) return tellToWait(response);
    redirect(request, response, `https://${domain}${url.startsWith('/') ? url : '/'}`);
  };
}

async function answer(source: PlainSource | null, token: string, response: ServerResponse): Promise<void> {
  const text = await source?.answerChallenge(token).catch(() => null);
  if (text) response.writeHead(200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(text);
  else response.writeHead(404, { 'Content-Type': 'text/plain' }).end();
}

/** With 308 a form or a call keeps its method. */
function redirect({ method = 'GET' }: IncomingMessage, response: ServerResponse, location: string): void {
  const status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  // A body that nobody reads would stay in the connection.
  const more = status === 308 ? { Connection: 'close' } : {};
  response.writeHead(status, { Location: location, 'Cache-Control': 'no-store', ...more }).end();
}

function tellToWait(response: ServerResponse): void {
  const head = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', 'Retry-After': '60' };
  response.writeHead(503, { ...head, Connection: 'close' }).end('Este endereço ainda espera o seu certificado.\n');
}
