import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenAnywhere, readBody } from './http.ts';

export type Violation = { call: string; side: 'request' | 'answer'; details: string };

export type Recorder = { url: string; violations: Violation[]; calls: string[]; close(): Promise<void> };

/** Forwards to Prism and records its findings. Aborts calls after 30 s. */
export async function openRecorder(prismUrl: string): Promise<Recorder> {
  const violations: Violation[] = [];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const path = request.url ?? '/';
    const body = await readBody(request);
    const answer = await fetch(`${prismUrl}${path}`, {
      method,
      headers: onward(request),
      body: body === '' ? null : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    const call = `${method} ${path} ${answer.status}`;
    calls.push(call);
    violations.push(...findViolations(call, answer, text));
    const headers = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'content-encoding');
    response.writeHead(answer.status, Object.fromEntries(headers)).end(text);
  }

  const url = await listenAnywhere(server);
  return { url, violations, calls, close: () => closeServer(server) };
}

const HOP_BY_HOP = new Set(['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding']);

function onward(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!HOP_BY_HOP.has(name) && value !== undefined) headers[name] = String(value);
  }
  return headers;
}

/** Warnings are in a header; on an error Prism responds instead of the bank. */
function findViolations(call: string, response: Response, text: string): Violation[] {
  const isPrismsOwn = text.includes('https://stoplight.io/prism/errors#');
  const details = response.headers.get('sl-violations') ?? (isPrismsOwn ? text : null);
  return details === null ? [] : [{ call, side: sideOf(details), details }];
}

function sideOf(details: string): Violation['side'] {
  return details.includes('"response') ? 'answer' : 'request';
}
