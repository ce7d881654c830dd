import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { dueAt } from '#src/wire/reminders/reminders.ts';
import type { ActivationKeyRow } from '../../tables/keys.ts';
import type { MachineRow } from '../../tables/licenses.ts';
import type { FirstItem, PurchaseEventRow, PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { ReminderRow } from '../../tables/reminders.ts';
import type { WithdrawalRow } from '../../tables/withdrawals.ts';
import { newRowId } from '../random.ts';

/** Keys are made at the sale, and computers are counted. */
export const MADE_KEYS = { productId: 'curva-motion', prefix: 'CURVA', machineLimit: 2 } as const;
/** No key is left, and the newest sale waits for one. */
export const NO_KEYS_LEFT = 'mapa-vivo';

type PastSales = {
  /** The newest comes first. */
  purchases: (Pick<PurchaseRow, 'id' | 'status' | 'failureReason' | 'createdAt' | 'completedAt'> & FirstItem)[];
  items: Pick<PurchaseItemRow, 'id' | 'keyWaitingSince' | 'downloadCount'>[];
  keys: ActivationKeyRow[];
  events: Omit<PurchaseEventRow, 'id'>[];
};

export type OpenCases = { machines: MachineRow[]; withdrawals: WithdrawalRow[]; reminders: ReminderRow[] };

/** The owner of the demo finds these to do: a key that is waited for, a withdrawal, computers, a reminder that left. */
export function openCases(past: PastSales, now: Date): OpenCases {
  awaitKey(past);
  const machines = activate(past, now);
  return { machines, withdrawals: withdraw(past, now), reminders: remind(past, now) };
}

function awaitKey({ purchases, items, keys, events }: PastSales): void {
  const sale = purchases.find(({ productId }) => productId === NO_KEYS_LEFT);
  const item = items.find(({ id }) => id === sale?.id);
  if (!sale?.completedAt || !item) return;
  item.keyWaitingSince = sale.completedAt;
  const given = keys.findIndex(({ itemId }) => itemId === item.id);
  if (given >= 0) keys.splice(given, 1);
  for (const event of events) {
    if (event.purchaseId === sale.id && event.event === 'key_given') event.event = 'key_waiting';
  }
}

/** Each of the last keys that were made gets a computer or two. */
function activate({ purchases, keys }: PastSales, now: Date): MachineRow[] {
  const sold = purchases.filter(({ productId, status }) => productId === MADE_KEYS.productId && status === 'COMPLETED');
  const made = sold.slice(0, COMPUTERS.length).flatMap(({ id }) => keys.filter(({ itemId }) => itemId === id));
  return made.flatMap((key, index) =>
    (COMPUTERS[index] ?? []).map((computer) => {
      const firstSeenAt = new Date(Date.parse(key.assignedAt ?? key.createdAt) + 10 * MINUTE_MS);
      const seen = Math.max(firstSeenAt.getTime(), now.getTime() - (index + 1) * 5 * HOUR_MS);
      return {
        id: newRowId(),
        keyId: key.id,
        fingerprintHash: newRowId(),
        ...computer,
        pluginVersion: '3.0.0',
        firstSeenAt: firstSeenAt.toISOString(),
        lastSeenAt: new Date(seen - (seen % HOUR_MS)).toISOString(),
        releasedAt: null,
        releasedBy: null,
        offlineUntil: null,
      };
    }),
  );
}

const COMPUTERS = [
  [
    { name: 'MacBook Pro da edição', platform: 'macos-arm', host: 'After Effects 2026' },
    { name: 'PC do estúdio', platform: 'windows', host: 'Premiere Pro 2026' },
  ],
  [{ name: 'ILHA-02', platform: 'windows', host: 'After Effects 2025' }],
  [
    { name: 'iMac da sala', platform: 'macos-intel', host: 'After Effects 2025' },
    { name: 'Notebook de viagem', platform: 'windows', host: 'After Effects 2026' },
  ],
  [{ name: 'Mac Studio', platform: 'macos-arm', host: 'Premiere Pro 2026' }],
];

/** The newest sale that is a day old was used, so that the owner decides. */
function withdraw({ purchases, items, keys, events }: PastSales, now: Date): WithdrawalRow[] {
  const sale = purchases.find(
    ({ status, completedAt, productId }) =>
      status === 'COMPLETED' &&
      productId !== NO_KEYS_LEFT &&
      completedAt !== null &&
      now.getTime() - Date.parse(completedAt) > DAY_MS,
  );
  if (!sale) return [];
  const requestedAt = new Date(now.getTime() - 3 * HOUR_MS).toISOString();
  for (const key of keys) if (key.itemId === sale.id) key.frozenAt = requestedAt;
  const downloads = items.find(({ id }) => id === sale.id)?.downloadCount ?? 0;
  const detail = downloads === 1 ? '1 download' : `${downloads} downloads`;
  events.push({ purchaseId: sale.id, at: requestedAt, event: 'withdrawal_requested', source: 'buyer', detail });
  return [
    {
      purchaseId: sale.id,
      protocol: 'K7M2-4Q',
      state: 'requested',
      heldFor: 'used',
      reason: 'Comprei achando que funcionava na versão do meu editor.',
      refusal: null,
      requestedAt,
      decidedAt: null,
      tries: 0,
      nextTryAt: null,
    },
  ];
}

/** The first one of the last order that was never paid. */
function remind({ purchases, events }: PastSales, now: Date): ReminderRow[] {
  const order = purchases.find(({ failureReason, createdAt }) => {
    return failureReason === 'expired' && dueAt(1, createdAt) < now.toISOString();
  });
  if (!order) return [];
  const sentAt = dueAt(1, order.createdAt);
  events.push({ purchaseId: order.id, at: sentAt, event: 'mailed', source: 'worker', detail: 'reminder' });
  return [
    {
      purchaseId: order.id,
      step: 1,
      dueAt: sentAt,
      state: 'sent',
      reason: null,
      addressHash: null,
      queuedAt: sentAt,
      sentAt,
      couponCode: null,
      tokenHash: null,
      linkExpiresAt: null,
      clickedAt: null,
    },
  ];
}
