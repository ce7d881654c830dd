import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { anonymizeUnpaidOrders } from '#src/domain/customers/anonymize-unpaid-orders.ts';
import { indexWords } from '#src/domain/lists/search-words.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createView, listViews } from '#src/domain/views/saved-views.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import type { NewView } from '#src/wire/views/saved-views.ts';
import { OWNER, openWorlds, passTime, type World } from '../../support/purchases/payment-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
});
afterEach(() => world.close());

describe.each([
  ['whose words are in the index', true],
  ['whose words are not there yet', false],
])('an order that is erased by its age, %s', (_, isIndexed) => {
  test('takes the saved views along that named its buyer alone, and no other', async () => {
    await order('Petronília Vasques', 'petro@exemplo.com.br');
    const corrected = await order('Joana Tavares', 'joana@exemplo.com.br');
    const { customerId } = await row(corrected);
    await world.shop.db
      .updateTable('customers')
      .set({ name: 'Joaquina Tavares' })
      .where('id', '=', customerId)
      .execute();
    await letPass(89 * DAY);
    await order('Ulisses Vasques', 'ulisses@exemplo.com.br');
    await keep('sales', 'Caso do e-mail', 'status=failed&q=petro%40exemplo.com.br');
    await keep('customers', 'Caso do nome', 'q=petronilia');
    await keep('customers', 'Caso corrigido', 'q=joaquina');
    await keep('sales', 'Pedidos de Petronília Vasques', 'status=pending');
    await keep('sales', 'Família', 'q=vasques');
    await keep('sales', 'Pagas', 'status=completed');
    await keep('customers', 'Exemplo', 'q=exemplo.com.br');
    if (isIndexed) await indexWords(world.shop);

    expect(await anonymizeUnpaidOrders(world.shop)).toBe(0);
    expect([...(await names('sales')), ...(await names('customers'))], 'before their time none goes').toHaveLength(7);
    passTime(world, 2 * DAY);
    expect(await anonymizeUnpaidOrders(world.shop)).toBe(2);

    expect(await names('sales')).toEqual(['Família', 'Pagas']);
    expect(await names('customers')).toEqual(['Exemplo']);
    const { items } = await listAuditPage(world.shop, readListRequest(new URLSearchParams(), AUDIT_LIST));
    const erased = items.filter(({ action }) => action === 'view.erase');
    expect(erased.map(({ actorName }) => actorName)).toEqual(Array.from({ length: 4 }, () => 'Rotina da loja'));
  });
});

const VIEWER = { ...OWNER, role: 'owner' } as const;

function keep(list: NewView['list'], name: string, query: string) {
  return createView(world.shop, VIEWER, { list, name, query, isShared: true });
}

async function names(list: NewView['list']): Promise<string[]> {
  return (await listViews(world.shop, VIEWER, list)).map(({ name }) => name).toSorted();
}

async function order(customerName: string, customerEmail: string): Promise<string> {
  const wanted = {
    customerName,
    customerEmail,
    paymentMethod: 'pix',
    productId: 'without-keys',
    couponCode: null,
  } as const;
  const origin = { idempotencyKey: null, clientNetwork: 'home' };
  return (await startPayment(world.shop, wanted, origin)).purchaseId;
}

/** Passes the two hours and the late looks. */
async function letPass(ms: number): Promise<void> {
  for (const afterMs of [2 * HOUR, HOUR / 6, 2 * HOUR, DAY]) {
    passTime(world, afterMs);
    while ((await pollDuePurchases(world.shop)) > 0);
  }
  passTime(world, ms - DAY - 5 * HOUR);
}

function row(id: string) {
  return world.shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
