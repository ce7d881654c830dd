import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/transactions.ts';
import { correctEmail } from '#src/domain/customers/correct-email.ts';
import { listCustomerPage, showCustomer } from '#src/domain/customers/customers.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { writeAgain } from '#src/domain/customers/write-again.ts';
import { retryAllMail } from '#src/domain/mail/failed-mail.ts';
import { queueMail } from '#src/domain/mail/queue-mail.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const HOUR = 3_600_000;
const ADDRESS = 'ana@exemplo.com.br';

let house: OpenTestShop;
let shop: Shop;
let owner: { id: string };
let ana: string;
let now: number;
let reached: string[];
/** What the server says to all mail; null takes it. */
let refusal: string | null;

beforeEach(async () => {
  house = await openTestShop();
  owner = await house.shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  await house.shop.db.deleteFrom('outbox').execute();
  now = Date.now();
  reached = [];
  refusal = 'EMAILBOX';
  const mail: Shop['mail'] = {
    atOnce: 4,
    longestSendMs: 60_000,
    send: async ({ to }) => {
      if (refusal) throw Object.assign(new Error('refused'), { code: refusal });
      reached.push(to.email);
    },
    render: async () => ({ subject: '', html: '', text: '' }),
    async *check() {},
    forget: async () => {},
    close: () => {},
  };
  shop = { ...house.with({ clock: { now: () => new Date(now) } }), mail };
  ana = await buyerOf(await sell(shop, 'grade-cinema'));
});
afterEach(() => house.close());

describe('an address whose mailbox refuses mail for good', () => {
  test('is marked by the third mail, not by the third attempt', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await deliverLater();
    await sell(shop, 'lote');
    await deliverLater();
    expect((await showCustomer(shop, ana)).bouncedAt).toBeNull();
    await sell(shop, 'lote');
    await deliverLater();
    expect((await showCustomer(shop, ana)).bouncedAt).toBe(new Date(now).toISOString());
    const listed = await listCustomerPage(shop, readListRequest(new URLSearchParams(`q=${ADDRESS}`), CUSTOMER_LIST));
    expect(listed.items).toMatchObject([{ id: ana, bouncedAt: expect.any(String) }]);
  });

  test.each(['EQUOTA', 'EAUTH', 'EENVELOPE', 'mail_failed'])('is not marked by %s', async (code) => {
    refusal = code;
    for (let sale = 0; sale < 3; sale += 1) await sell(shop, 'lote');
    for (let attempt = 0; attempt < 3; attempt += 1) await deliverLater();
    expect(await marked()).toMatchObject({ bounces: 0, bouncedAt: null });
  });

  test('gets no notice while it is marked, and receipts all the same', async () => {
    await mark();
    refusal = null;
    await stockNotice('one');
    await deliverDueMail(shop);
    expect(await noticeState('one')).toMatchObject({ state: 'given_up', lastError: 'nothing_to_send' });
    expect(reached).toEqual([]);
    await deliverLater();
    expect(reached, 'the receipts').toEqual([ADDRESS, ADDRESS, ADDRESS]);
    expect(await marked(), 'a mail that arrives takes the mark away').toMatchObject({ bounces: 0, bouncedAt: null });
    await stockNotice('two');
    await deliverLater();
    expect(await noticeState('two')).toMatchObject({ state: 'sent' });
  });

  test('is not tried again by a notice, which nobody is asked to send anew', async () => {
    await stockNotice('one');
    await deliverLater();
    expect(await noticeState('one')).toMatchObject({ state: 'given_up', lastError: 'bounced', attempts: 1 });
    expect(await retryAllMail(shop, owner)).toMatchObject({ queued: 0 });
  });

  test('is written to again when the owner says so, once in the trail', async () => {
    await mark();
    expect((await writeAgain(shop, owner, ana)).bouncedAt).toBeNull();
    await writeAgain(shop, owner, ana);
    const trail = await shop.db.selectFrom('audit').selectAll().where('action', '=', 'customer.write_again').execute();
    expect(trail).toMatchObject([{ actorId: owner.id, entity: 'customer', entityId: ana, fields: '[]' }]);
    await expect(writeAgain(shop, owner, 'nobody')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('leaves its mark with a change of address, and brings it to who takes it over', async () => {
    await mark();
    await correctEmail(shop, owner, ana, { email: 'ana.certa@exemplo.com.br' });
    expect(await marked()).toMatchObject({ bounces: 0, bouncedAt: null });

    const other = await order('bia@exemplo.com.br');
    await shop.db
      .updateTable('customers')
      .set({ bounces: 3, bouncedAt: '2026-11-01' })
      .where('id', '=', other)
      .execute();
    await correctEmail(shop, owner, ana, { email: 'bia@exemplo.com.br', merge: true });
    expect(await marked()).toMatchObject({ bounces: 3, bouncedAt: '2026-11-01' });
  });

  test('is forgotten with the person', async () => {
    await mark();
    await removeCustomer(shop, owner, ana);
    expect(await marked()).toMatchObject({ bounces: 0, bouncedAt: null });
  });
});

async function deliverLater(): Promise<void> {
  now += 2 * HOUR;
  await deliverDueMail(shop);
  await deliverDueMail(shop);
}

async function mark(): Promise<void> {
  for (let sale = 0; sale < 2; sale += 1) await sell(shop, 'lote');
  await deliverLater();
  expect((await marked()).bouncedAt).not.toBeNull();
}

async function stockNotice(id: string): Promise<void> {
  const at = new Date(now).toISOString();
  const notice = { id, productId: 'lote', email: ADDRESS, createdAt: at, queuedAt: at };
  await inTransaction(shop.db, async (tx) => {
    await tx.insertInto('stockNotices').values(notice).execute();
    await queueMail(tx, shop, { kind: 'stock_notice', payload: id });
  });
}

async function order(email: string): Promise<string> {
  const buyer = { customerName: 'Bia Souza', customerEmail: email };
  const place = { idempotencyKey: null, clientNetwork: '' };
  const { purchaseId } = await startPayment(shop, { ...buyer, paymentMethod: 'pix', productId: 'lote' }, place);
  return buyerOf(purchaseId);
}

async function buyerOf(purchaseId: string): Promise<string> {
  const { customerId } = await shop.db
    .selectFrom('purchases')
    .select('customerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return customerId ?? '';
}

function marked() {
  const customer = shop.db.selectFrom('customers').select(['bounces', 'bouncedAt']).where('id', '=', ana);
  return customer.executeTakeFirstOrThrow();
}

function noticeState(id: string) {
  const mail = shop.db.selectFrom('outbox').selectAll().where('payload', '=', id);
  return mail.executeTakeFirstOrThrow();
}
