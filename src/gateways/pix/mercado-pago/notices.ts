import * as z from 'zod/mini';
import type { NoticeCall, NoticeReading } from '#src/domain/pix.ts';
import { isOrderId } from './order.ts';
import { isSignedByBank } from './signature.ts';

/** Only what stands in the address is signed; of the body no more than the action is read, to tell notices apart. */
export function readNotice({ url, headers, body }: NoticeCall, secret: string | undefined): NoticeReading {
  const dataId = url.searchParams.get('data.id');
  const signature = headers.get('x-signature');
  // The older kind of notice, which the bank sends beside the signed one, carries no signature.
  if (url.searchParams.has('topic') && !signature) return { outcome: 'ignored' };
  const requestId = headers.get('x-request-id');
  if (!secret || !isSignedByBank({ dataId, requestId, signature }, secret)) return { outcome: 'forged' };
  // Each order tells of itself. A notice of its payment goes by a number that no order carries, and would wait for ever.
  if (url.searchParams.get('type') !== 'order') return { outcome: 'ignored' };
  if (dataId === null || !isOrderId(dataId)) return { outcome: 'malformed' };
  // Names of orders have capitals only, whatever the notice writes.
  const subject = dataId.toUpperCase();
  const dedup = ['order', subject, actionOf(body), requestId ?? signature].join('|');
  return { outcome: 'genuine', notices: [{ dedup, subject }] };
}

function actionOf(body: string): string {
  const read = z.safeParse(NoticeBody, readJson(body));
  return read.success ? read.data.action : '';
}

const NoticeBody = z.object({ action: z.string().check(z.regex(/^[a-z_.]{1,60}$/)) });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
