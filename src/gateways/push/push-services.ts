import { type Dispatcher, request } from 'undici';
import type { PushDevice, PushMessage, PushOutcome, PushServices } from '#src/domain/notifications/push-services.ts';
import type { Clock } from '#src/domain/shop.ts';
import { DAY_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { type NetworkOptions, openPublicNetwork } from '../files/remote/public-network.ts';
import { encryptMessage } from './encrypt-message.ts';
import { openPushKey, type PushKey } from './push-key.ts';

type Options = Pick<NetworkOptions, 'mayConnect' | 'ca'> & {
  readKey(): Promise<string>;
  /** Whoever runs the push service writes to it: RFC 8292, 2.1. */
  contact: string;
  clock: Clock;
};

const CONNECT_MS = 5_000;
const WITHIN_MS = 10_000;
const MOST_ANSWERED_BYTES = 16 * 1_024;
/** RFC 8030, 7.3: the subscription is over. */
const GONE = [404, 410];

/** Speaks to whichever service a browser named, by RFC 8030: addresses of the open internet alone, by https. */
export function openPushServices({ readKey, contact, clock, ...network }: Options): PushServices {
  const dispatcher = openPublicNetwork({ ...network, connectMs: CONNECT_MS });
  let opening: Promise<PushKey> | undefined;
  const open = () => {
    opening ??= readKey()
      .then(openPushKey)
      .catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
    return opening;
  };
  return {
    readPublicKey: async () => (await open()).publicKey,
    async send(device, message) {
      const key = await open();
      try {
        return await post(dispatcher, device, message, await signedHeaders(device, message, { key, contact, clock }));
      } catch {
        // Its address may name the person, so no log says why.
        return 'failed';
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function post(
  dispatcher: Dispatcher,
  { endpoint, ...receiver }: PushDevice,
  { text }: PushMessage,
  headers: Record<string, string>,
): Promise<PushOutcome> {
  if (new URL(endpoint).protocol !== 'https:') return 'failed';
  const body = encryptMessage(text, receiver);
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = await request(endpoint, { method: 'POST', dispatcher, signal, headers, body });
  await answer.body.dump({ limit: MOST_ANSWERED_BYTES, signal });
  if (GONE.includes(answer.statusCode)) return 'gone';
  return answer.statusCode >= 200 && answer.statusCode < 300 ? 'sent' : 'failed';
}

type Signing = { key: PushKey; contact: string; clock: Clock };

async function signedHeaders(
  { endpoint }: PushDevice,
  { lastsMs, urgency, topic }: PushMessage,
  { key, contact, clock }: Signing,
): Promise<Record<string, string>> {
  // The library is loaded with the first notification, since each start of the store would wait for it.
  const { SignJWT } = await import('jose');
  const expiresAt = Math.floor((clock.now().getTime() + DAY_MS / 2) / SECOND_MS);
  const token = await new SignJWT({ aud: new URL(endpoint).origin, exp: expiresAt, sub: contact })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(key.privateKey);
  return {
    authorization: `vapid t=${token}, k=${key.publicKey}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(Math.max(0, Math.floor(lastsMs / SECOND_MS))),
    topic,
    urgency,
  };
}
