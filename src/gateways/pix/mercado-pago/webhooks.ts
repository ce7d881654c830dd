import * as z from 'zod/mini';
import type { WebhookCall, WebhookReading } from '#src/domain/payments/pix-provider.ts';
import { readJson } from '../bank-calls.ts';
import { isOrderId } from './order.ts';
import { isSignedByBank } from './signature.ts';

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
