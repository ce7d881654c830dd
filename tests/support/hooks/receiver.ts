import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { HookCalls } from '#src/domain/hooks/hook-calls.ts';
import { openHookCalls } from '#src/gateways/hooks/hook-calls.ts';
import type { SentEvent } from '#src/wire/hooks/hook-events.ts';
import { openRemoteServer, REMOTE_AUTHORITY } from '../bucket/remote-server.ts';

type Letter = { headers: IncomingHttpHeaders; body: string; event: SentEvent };

export type Receiver = {
  url: string;
  letters: Letter[];
  types(): string[];
  /** It answers 200 until told otherwise. */
  answer(reply: (response: ServerResponse) => void): void;
  close(): Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const server = await openRemoteServer();
  const letters: Letter[] = [];
  let reply: (response: ServerResponse) => void = (response) => response.writeHead(200).end('ok');
  server.answer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      letters.push({ headers: request.headers, body, event: JSON.parse(body) });
      reply(response);
    });
  });
  return {
    url: `${server.url}/vendas`,
    letters,
    types: () => letters.map(({ event }) => event.type),
    answer(next) {
      reply = next;
    },
    close: server.close,
  };
}

/** The receivers of tests are on this machine, with a certificate of their own. */
export function callsToTests(wholeMs?: number): HookCalls {
  return openHookCalls({ mayConnect: () => true, ca: REMOTE_AUTHORITY, ...(wholeMs !== undefined && { wholeMs }) });
}

/** The library's own verifier, which throws where the signature is not by this secret. */
export function verify(secret: string, { headers, body }: Letter): unknown {
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]);
  return new Webhook(secret).verify(body, Object.fromEntries(signed));
}
