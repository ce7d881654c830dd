import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Delivery, WebhookCall, WebhookReading } from '#src/domain/payments/pix-provider.ts';
import { readJson } from '../bank-calls.ts';

/** The secret in the address authenticates the bank, which appends `/pix`; one call may carry several payments. */
export function readWebhook({ secret, body }: WebhookCall, expected: string | undefined): WebhookReading {
  if (!expected || !isSame((secret ?? '').replace(/\/pix\/?$/, ''), expected)) return { outcome: 'unknown' };
  const webhook = readJson(body || '{}');
  const read = z.safeParse(PixWebhook, webhook);
  if (!read.success) return isObject(webhook) ? { outcome: 'ignored' } : { outcome: 'malformed' };
  return { outcome: 'genuine', deliveries: read.data.pix.flatMap(deliveryOf) };
}

const PixWebhook = z.object({ pix: z.array(z.unknown()).check(z.maxLength(1_000)) });

const WebhookPayment = z.object({
  endToEndId: z.string().check(z.maxLength(64)),
  txid: z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/)),
  devolucoes: z.nullish(z.array(z.object({ id: z.nullish(z.string()), status: z.nullish(z.string()) }))),
});

/** Payments without a txid were sent by hand and appear in the daily reconciliation. */
function deliveryOf(row: unknown): Delivery[] {
  const read = z.safeParse(WebhookPayment, row);
  if (!read.success) return [];
  const { endToEndId, txid } = read.data;
  const devolucoes = read.data.devolucoes ?? [];
  const refunds = devolucoes.map(({ id, status }) => `${id ?? ''}:${status ?? ''}`).join(',');
  return [{ dedup: fingerprint(`${endToEndId}|${txid}|${refunds}`), subject: txid }];
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
