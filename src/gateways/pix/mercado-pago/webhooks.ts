import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { WebhookCall, WebhookReading } from '#src/domain/payments/pix-provider.ts';
import { readJson } from '../bank-calls.ts';
import { isOrderId } from './order.ts';

/** The query alone is signed; of the body only the action is read, to tell deliveries apart. */
export function readWebhook({ url, headers, body }: WebhookCall, secret: string | undefined): WebhookReading {
  const dataId = url.searchParams.get('data.id');
  const signature = headers.get('x-signature');
  // Legacy webhooks arrive beside the signed ones and are unsigned.
  if (url.searchParams.has('topic') && !signature) return { outcome: 'ignored' };
  const requestId = headers.get('x-request-id');
  if (!secret || !isSignedByBank({ dataId, requestId, signature }, secret)) return { outcome: 'forged' };
  // Payment webhooks carry a number that no order has, and would be retried forever.
  if (url.searchParams.get('type') !== 'order') return { outcome: 'ignored' };
  if (dataId === null || !isOrderId(dataId)) return { outcome: 'malformed' };
  // Order ids are upper case, whatever the webhook writes.
  const subject = dataId.toUpperCase();
  const dedup = ['order', subject, actionOf(body), requestId ?? signature].join('|');
  return { outcome: 'genuine', deliveries: [{ dedup, subject }] };
}

function actionOf(body: string): string {
  const read = z.safeParse(WebhookBody, readJson(body));
  return read.success ? read.data.action : '';
}

const WebhookBody = z.object({ action: z.string().check(z.regex(/^[a-z_.]{1,60}$/)) });

type SignedCall = { dataId: string | null; requestId: string | null; signature: string | null };

/** The bank's documents disagree on the id's case and the unit of `ts`, so both are accepted; age is not checked. */
function isSignedByBank({ dataId, requestId, signature }: SignedCall, secret: string): boolean {
  const parts = readParts(signature ?? '');
  const ts = parts.get('ts') ?? '';
  const v1 = parts.get('v1') ?? '';
  if (!/^\d{10,13}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return false;
  const claimed = Buffer.from(v1, 'hex');
  const spellings = new Set([dataId, dataId?.toLowerCase() ?? null, dataId?.toUpperCase() ?? null]);
  return [...spellings].some((id) => timingSafeEqual(sign(manifestOf(id, requestId, ts), secret), claimed));
}

/** A missing part is left out together with its name. */
function manifestOf(dataId: string | null, requestId: string | null, ts: string): string {
  return `${dataId ? `id:${dataId};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`;
}

function sign(manifest: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(manifest).digest();
}

function readParts(header: string): Map<string, string> {
  const pairs = header.split(',').map((part): [string, string] => {
    const equals = part.indexOf('=');
    return [part.slice(0, Math.max(equals, 0)).trim(), part.slice(equals + 1).trim()];
  });
  return new Map(pairs);
}
