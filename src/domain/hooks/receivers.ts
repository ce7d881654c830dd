import { randomBytes } from 'node:crypto';
import type { SentEvent } from '#src/wire/hooks/hook-events.ts';
import { readEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Clock, Shop } from '../shop.ts';
import type { HookCall } from './hook-calls.ts';
import { newsLine } from './news-line.ts';

/** Where news go, with all that is secret about it; kept encrypted. */
export type Receiver =
  | { kind: 'standard'; url: string; secret: string; former?: { secret: string; until: string } }
  | { kind: 'discord'; url: string }
  | { kind: 'telegram'; token: string; chatId: string };

export function receiverName(hookId: string): string {
  return `hook:${hookId}`;
}

/** Returns null where it cannot be decrypted. */
export async function readReceiver(shop: Pick<Shop, 'db' | 'encryption'>, hookId: string): Promise<Receiver | null> {
  const stored = await readEncryptedSetting(shop, receiverName(hookId));
  return stored.state === 'read' ? (JSON.parse(stored.text) as Receiver) : null;
}

export function drawSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** What the owner's screens show of it. */
export function addressOf(receiver: Receiver): string {
  if (receiver.kind === 'telegram') return `Telegram ${receiver.chatId}`;
  if (receiver.kind === 'standard') return receiver.url;
  return `${receiver.url.split('/').slice(0, 6).join('/')}/…`;
}

/** Standard Webhooks 1.0; a channel gets one line in its own words. */
export function callTo(receiver: Receiver, event: SentEvent, clock: Clock): HookCall {
  if (receiver.kind !== 'standard') return channelCall(receiver, newsLine(event.type, event.data));
  const at = clock.now();
  const { url, secret, former } = receiver;
  const secrets = [secret, ...(former && former.until > at.toISOString() ? [former.secret] : [])];
  return { url, body: JSON.stringify(event), signing: { id: event.id, at, secrets } };
}

function channelCall(receiver: Exclude<Receiver, { kind: 'standard' }>, line: string): HookCall {
  if (receiver.kind === 'discord') {
    const body = JSON.stringify({ content: line, allowed_mentions: { parse: [] } });
    return { url: receiver.url, body };
  }
  const body = JSON.stringify({ chat_id: receiver.chatId, text: line });
  return { url: `https://api.telegram.org/bot${receiver.token}/sendMessage`, body };
}
