import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import type { HookCall, HookCalls } from '#src/domain/hooks/hook-calls.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { Answer, SendingFailure } from '#src/wire/hooks/deliveries.ts';
import { isPublicIp } from '../files/remote/public-ip.ts';
import { FORBIDDEN_ADDRESS, type NetworkOptions, openPublicNetwork } from '../files/remote/public-network.ts';

type Options = { allowsPrivate?: boolean; wholeMs?: number } & Pick<NetworkOptions, 'ca' | 'mayConnect' | 'lookUp'>;

/** `wholeMs` is for everything, from the lookup to the last byte. */
export function openHookCalls({ allowsPrivate = false, wholeMs = 10_000, ...network }: Options = {}): HookCalls {
  const { mayConnect = allowsPrivate ? () => true : isPublicIp } = network;
  const dispatcher = openPublicNetwork({ ...network, mayConnect, connectMs: wholeMs });
  return {
    async post(call, stopping) {
      const startedAt = performance.now();
      const late = AbortSignal.timeout(wholeMs);
      const answered = await send(dispatcher, call, AbortSignal.any([late, stopping])).catch((error: unknown) => {
        stopping.throwIfAborted();
        return { status: null, failure: late.aborted ? ('late' as const) : reasonOf(error), answer: '' };
      });
      return { ...answered, durationMs: Math.round(performance.now() - startedAt) };
    },
    mayCall({ protocol, hostname, username, password }) {
      if (username !== '' || password !== '') return false;
      if (protocol !== 'https:') return allowsPrivate && protocol === 'http:';
      const host = hostname.replace(/^\[|\]$/g, '');
      if (isIP(host)) return mayConnect(host);
      return allowsPrivate || (host.includes('.') && !/\.(?:localhost|local|internal)\.?$/.test(host));
    },
    close: () => dispatcher.destroy(),
  };
}

async function send(
  dispatcher: Dispatcher,
  { url, body, signing }: HookCall,
  signal: AbortSignal,
): Promise<Omit<Answer, 'durationMs'>> {
  const response = await request(url, {
    dispatcher,
    signal,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'store-webhook/1.0',
      ...(signing && signedHeaders(signing, body)),
    },
    body,
  });
  return { status: response.statusCode, failure: null, answer: await readAnswer(response.body) };
}

function signedHeaders({ id, at, secrets }: NonNullable<HookCall['signing']>, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / SECOND_MS)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

async function readAnswer(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text.replaceAll('\0', '').slice(0, SHOWN);
}

const MOST_BYTES = 64 * 1_024;
const SHOWN = 500;

function reasonOf(error: unknown): SendingFailure {
  const code = errorCode(error);
  if (code === FORBIDDEN_ADDRESS) return 'forbidden';
  return /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code) ? 'late' : 'unreachable';
}
