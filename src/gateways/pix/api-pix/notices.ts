import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Notice, NoticeCall, NoticeReading } from '#src/domain/pix.ts';

/**
 * A bank's notice carries no signature: only the secret part of the address says that it is the bank's, to which the bank
 * appends `/pix`. One call may tell of several payments.
 */
export function readNotice({ secret, body }: NoticeCall, expected: string | undefined): NoticeReading {
  if (!expected || !isSame((secret ?? '').replace(/\/pix\/?$/, ''), expected)) return { outcome: 'unknown' };
  const read = z.safeParse(PixNotice, parse(body));
  if (!read.success) return isObject(parse(body)) ? { outcome: 'ignored' } : { outcome: 'malformed' };
  return { outcome: 'genuine', notices: read.data.pix.flatMap(noticeOf) };
}

const PixNotice = z.object({ pix: z.array(z.unknown()).check(z.maxLength(1_000)) });

const NoticedPix = z.object({
  endToEndId: z.string().check(z.maxLength(64)),
  txid: z.string().check(z.regex(/^[A-Za-z0-9]{1,35}$/)),
  devolucoes: z.nullish(z.array(z.object({ id: z.optional(z.string()), status: z.optional(z.string()) }))),
});

/**
 * Each by itself: one that cannot be read takes none of the others with it. Money without a txid was sent to the key by hand;
 * the daily comparison tells the owner of it.
 */
function noticeOf(told: unknown): Notice[] {
  const read = z.safeParse(NoticedPix, told);
  if (!read.success) return [];
  const { endToEndId, txid } = read.data;
  const devolucoes = read.data.devolucoes ?? [];
  const refunds = devolucoes.map(({ id = '', status = '' }) => `${id}:${status}`).join(',');
  return [{ dedup: fingerprint(`${endToEndId}|${txid}|${refunds}`), subject: txid }];
}

/** In constant time, whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(expected).digest());
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
