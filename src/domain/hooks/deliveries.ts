import {
  countDeliveries,
  findDelivery,
  listDeliveries,
  resendDelivery,
  resendWaiting,
} from '#db/queries/hooks/hooks.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { type Attempt, DELIVERY_LIST, type Delivery } from '#src/wire/hooks/deliveries.ts';
import { HOOK_TEXTS } from '#src/wire/hooks/hooks.ts';
import { type Page, readListRequest } from '#src/wire/lists/lists.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { wakeTellers } from './announce-event.ts';
import { expectHook } from './hooks.ts';
import { toShopEvent } from './send-hooks.ts';

export async function listDeliveryPage(shop: Shop, hookId: string, params: URLSearchParams): Promise<Page<Delivery>> {
  await expectHook(shop.db, hookId);
  const { page, pageSize, state } = readListRequest(params, DELIVERY_LIST);
  const filter = { hookId, state };
  const total = await countDeliveries(shop.db, filter);
  const rows = await listDeliveries(shop.db, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { items: rows.map(toDeliveryDto), total, page, pageSize };
}

function toDeliveryDto(row: Awaited<ReturnType<typeof listDeliveries>>[number]): Delivery {
  const { id, eventId, type, state, tries, attempts, nextAttemptAt, saleNumber, createdAt, happenedAt } = row;
  return {
    id,
    event: type,
    saleNumber,
    state,
    tries,
    attempts: JSON.parse(attempts) as Attempt[],
    nextAttemptAt: state === 'waiting' ? nextAttemptAt : null,
    createdAt,
    payload: toShopEvent({ ...row, id: eventId, createdAt: happenedAt }),
  };
}

/** What has arrived goes once more, too; the receiver knows it by its `webhook-id`. */
export async function sendAgain(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const delivery = /^\d{1,15}$/.test(id) ? await findDelivery(tx, Number(id)) : undefined;
    if (!delivery) throw notFound('Entrega não encontrada.');
    await expectAwake(tx, delivery.hookId);
    await resendDelivery(tx, delivery.id, shop.clock.now().toISOString());
    await recordChange(tx, shop, actor, { action: 'hook.resend', entityId: delivery.hookId });
    wakeTellers(tx, shop);
  });
}

export async function sendAllAgain(shop: Shop, actor: Actor, hookId: string): Promise<{ sent: number }> {
  return inTransaction(shop.db, async (tx) => {
    await expectAwake(tx, hookId);
    const sent = await resendWaiting(tx, hookId, shop.clock.now().toISOString());
    await recordChange(tx, shop, actor, { action: 'hook.resend', entityId: hookId });
    wakeTellers(tx, shop);
    return { sent };
  });
}

async function expectAwake(tx: Queryable, hookId: string): Promise<void> {
  const { state } = await expectHook(tx, hookId);
  if (state !== 'active') throw conflict('asleep', HOOK_TEXTS.asleep);
}
