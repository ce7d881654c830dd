import { createHmac, randomUUID } from 'node:crypto';

export type WebhookOptions = {
  type?: string;
  action?: string;
  writes?: 'verbatim' | 'lower';
  signs?: 'verbatim' | 'lower';
  unit?: 'ms' | 's';
  secret?: string;
  requestId?: string;
};

export type SignedWebhook = { url: string; headers: Record<string, string>; body: string };

/** Independent of the shop's own code, by the bank's page on webhooks. */
export function signWebhook(
  webhookUrl: string,
  dataId: string,
  secret: string,
  options: WebhookOptions = {},
): SignedWebhook {
  const { type = 'order', action = 'order.processed', requestId = randomUUID(), unit = 'ms' } = options;
  const cased = (choice: 'verbatim' | 'lower' | undefined) => (choice === 'lower' ? dataId.toLowerCase() : dataId);
  const ts = String(unit === 'ms' ? Date.now() : Math.floor(Date.now() / 1000));
  const manifest = `id:${cased(options.signs)};request-id:${requestId};ts:${ts};`;
  const v1 = createHmac('sha256', options.secret ?? secret)
    .update(manifest)
    .digest('hex');
  const address = new URL(webhookUrl);
  address.searchParams.set('data.id', cased(options.writes));
  address.searchParams.set('type', type);
  return {
    url: address.href,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    body: JSON.stringify({
      action,
      api_version: 'v1',
      application_id: '76506430185983',
      date_created: new Date().toISOString(),
      id: requestId.slice(0, 8),
      live_mode: false,
      type,
      user_id: 2025701502,
      data: { id: dataId },
    }),
  };
}

/** Returns the status, or null without a connection. */
export async function postWebhook({ url, headers, body }: SignedWebhook): Promise<number | null> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(22_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

type Delivery = 'at_once' | 'held' | 'lost';

export type WebhookQueue = {
  delivery: Delivery;
  held: SignedWebhook[];
  statuses: (number | null)[];
  send(webhook: SignedWebhook): Promise<void>;
  deliver(options?: { order?: 'as_sent' | 'reversed'; times?: number }): Promise<void>;
  settled(): Promise<void>;
};

export function openWebhookQueue(): WebhookQueue {
  const onTheWay = new Set<Promise<void>>();
  const post = async (webhook: SignedWebhook) => {
    queue.statuses.push(await postWebhook(webhook));
  };
  const queue: WebhookQueue = {
    delivery: 'at_once',
    held: [],
    statuses: [],
    async send(webhook) {
      if (queue.delivery === 'lost') return;
      if (queue.delivery === 'held') {
        queue.held.push(webhook);
        return;
      }
      const posting = post(webhook).finally(() => onTheWay.delete(posting));
      onTheWay.add(posting);
      await posting;
    },
    async deliver({ order = 'as_sent', times = 1 } = {}) {
      const webhooks = queue.held.splice(0);
      if (order === 'reversed') webhooks.reverse();
      for (const webhook of webhooks) for (let time = 0; time < times; time += 1) await post(webhook);
    },
    async settled() {
      while (onTheWay.size > 0) await Promise.all(onTheWay);
    },
  };
  return queue;
}
