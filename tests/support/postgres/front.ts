import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const SILENT_MS = 2_000;
const ASK_EVERY_MS = 150;

export type Front = { url: string; close(): Promise<void> };

/** Sends requests to the stores in turn, as a proxy does, and leaves out those that are not ready. */
export async function openFront(urls: string[]): Promise<Front> {
  const closing = new AbortController();
  const ready = new Set(urls);
  const watches = urls.map((url) => watch(url, ready, closing.signal));
  let turn = 0;

  const server = createServer((request, response) => {
    turn += 1;
    const inTurn = [...urls.slice(turn % urls.length), ...urls.slice(0, turn % urls.length)];
    const order = [...inTurn.filter((url) => ready.has(url)), ...inTurn.filter((url) => !ready.has(url))];
    readBody(request).then(
      (body) => send(request, body, response, order),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing.abort();
      server.closeAllConnections();
      await Promise.all([...watches, new Promise((resolve) => server.close(resolve))]);
    },
  };
}

async function watch(url: string, ready: Set<string>, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    // One that is stopped answers nothing, and says nothing.
    const signal = AbortSignal.any([closing, AbortSignal.timeout(SILENT_MS)]);
    const status = await fetch(`${url}/readyz`, { signal }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) ready.add(url);
    else ready.delete(url);
    await wait(ASK_EVERY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Only a request that no store has taken is sent to another. */
function send(request: IncomingMessage, body: Buffer, response: ServerResponse, [url, ...others]: string[]): void {
  if (!url) return void response.writeHead(502).end();
  const headers = { 'x-forwarded-for': request.socket.remoteAddress ?? '', ...request.headers };
  const { method = 'GET', url: path = '/' } = request;
  const passed = forward(new URL(path, url), { method, headers: { ...headers, connection: 'close' }, agent: false });
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (response.headersSent) response.destroy();
    else if (error.code === 'ECONNREFUSED') send(request, body, response, others);
    else response.writeHead(502).end();
  });
  response.on('close', () => passed.destroy());
  passed.end(body);
}
