import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSqlite } from '#db/engine.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { askForNotice, forgetVainNotices, watchStock } from '#src/domain/keys/stock.ts';
import type { MailContent } from '#src/domain/mail/content.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { editProduct, listProductPage } from '#src/domain/products/products.ts';
import { isRefusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showPublicProduct } from '#src/domain/storefront/catalog.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { daysLeft, forecastText, paceText } from '#src/wire/keys/key-forecast.ts';
import { keyPromise, NOTICE_ASKED } from '#src/wire/keys/stock-notices.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const opened = openShopForFile({ connections: 10 });
let shop: Shop;
let letters: MailContent[] = [];
const OWNER = { id: 'owner' };
const PRODUCT = 'transita';
let made = 0;

beforeAll(async () => {
  const { mail } = opened.shop;
  const send = async (letter: MailContent) => void letters.push(letter);
  shop = { ...opened.shop, mail: { ...mail, send } };
  const owner = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  OWNER.id = owner.id;
});

beforeEach(async () => {
  await shop.db.deleteFrom('outbox').execute();
  await shop.db.deleteFrom('stockNotices').execute();
  await shop.db.deleteFrom('openPurchases').execute();
  await shop.db.updateTable('purchaseItems').set({ keyWaitingSince: null }).execute();
  await shop.db.deleteFrom('activationKeys').where('productId', '=', PRODUCT).where('itemId', 'is', null).execute();
  const plain = { areKeysPlenty: 0, soldOutAt: null, pauseWithoutKeys: 0, lowKeysAt: null } as const;
  await shop.db.updateTable('products').set(plain).execute();
  letters = [];
});

describe('the forecast', () => {
  test('is the pace of two weeks, in whole days', () => {
    expect(daysLeft(11, 36)).toBe(4);
    expect(daysLeft(0, 36)).toBe(0);
    expect(daysLeft(50, 0)).toBeNull();
    expect([forecastText(9), forecastText(1), forecastText(0)]).toEqual([
      'Acabam em cerca de 9 dias',
      'Acabam em cerca de 1 dia',
      'Acabam em menos de um dia',
    ]);
    expect([paceText(36), paceText(1)]).toEqual(['2,6 por dia', '0,07 por dia']);
  });
});

describe('the products of a state', () => {
  const namesOf = async (params: string) => {
    const { items } = await listProductPage(shop, readListRequest(new URLSearchParams(params), PRODUCT_LIST));
    return items.map(({ id }) => id);
  };

  test('are those whose keys end, and no others', async () => {
    await add(20);
    expect(await namesOf('state=low&pageSize=100')).not.toContain(PRODUCT);
    await shop.db.updateTable('products').set({ lowKeysAt: 20 }).where('id', '=', PRODUCT).execute();
    expect(await namesOf('state=low&pageSize=100')).toContain(PRODUCT);
  });

  test('are those on sale, in review, or taken off', async () => {
    const { total } = await listProductPage(shop, readListRequest(new URLSearchParams(), PRODUCT_LIST));
    const parts = await Promise.all(
      ['active', 'review', 'inactive'].map((state) => namesOf(`state=${state}&pageSize=100`)),
    );
    expect(parts.every((ids) => ids.length > 0)).toBe(true);
    expect(parts.flat()).toHaveLength(total);
  });
});

describe('the mail to the owner', () => {
  test('comes once for each fall to the number, and again only after the stock rose', async () => {
    await watch();
    expect(letters).toEqual([]);

    await add(8);
    for (let sale = 0; sale < 2; sale += 1) await sell(shop, PRODUCT);
    expect(await lowMails()).toEqual([]);
    await sell(shop, PRODUCT);
    expect(await lowMails()).toEqual([expect.objectContaining({ keysAvailable: 5, isPaused: false })]);
    await sell(shop, PRODUCT);
    await watch();
    expect(await lowMails()).toHaveLength(1);

    await add(4);
    for (let sale = 0; sale < 3; sale += 1) await sell(shop, PRODUCT);
    expect(await lowMails()).toHaveLength(2);
  });

  test('goes by the number of the product, and then by that of the shop', async () => {
    await shop.db.updateTable('products').set({ lowKeysAt: 9 }).where('id', '=', PRODUCT).execute();
    await add(10);
    await sell(shop, PRODUCT);
    expect(await lowMails()).toHaveLength(1);
    expect(letters.find(({ kind }) => kind === 'low_keys')?.to.email).toBe(await ownersEmail());
  });

  test('is not written for made keys, nor where keys came before it left', async () => {
    await add(6);
    await sell(shop, PRODUCT);
    await watchStock(shop);
    await add(20);
    await deliverDueMail(shop);
    expect(letters.filter(({ kind }) => kind === 'low_keys')).toEqual([]);

    await shop.db
      .updateTable('products')
      .set({ keySource: 'made', keyPrefix: 'CF' })
      .where('id', '=', PRODUCT)
      .execute();
    await shop.db.deleteFrom('activationKeys').where('productId', '=', PRODUCT).where('itemId', 'is', null).execute();
    expect(await lowMails()).toEqual([]);
    await shop.db.updateTable('products').set({ keySource: 'pool' }).where('id', '=', PRODUCT).execute();
  });
});

describe('a sale that pauses without keys', () => {
  beforeEach(async () => {
    await editProduct(shop, OWNER, PRODUCT, { pauseWithoutKeys: true });
  });

  test('gives two of many buyers at once an order, and refuses the others', async () => {
    await add(2);
    const orders = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => order(`10.1.${at}.1`)));
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const codes = orders.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : []));
    expect(codes).toEqual(Array.from({ length: 18 }, () => 'sold_out'));

    for (const outcome of orders) {
      if (outcome.status === 'fulfilled') await simulatePayment(shop, outcome.value.transactionId, 'pay');
    }
    const waiting = await shop.db
      .selectFrom('purchaseItems')
      .select('id')
      .where('keyWaitingSince', 'is not', null)
      .execute();
    expect(waiting).toEqual([]);
    await watch();
    expect(await soldOutAt()).not.toBeNull();
    await expect(order('10.2.0.1')).rejects.toMatchObject({ kind: 'conflict', code: 'sold_out' });
  });

  test('goes on when an unpaid order can no longer be paid', async () => {
    await add(1);
    await order('10.3.0.1');
    await expect(order('10.3.0.2')).rejects.toMatchObject({ code: 'sold_out' });
    const later = { ...shop, clock: { now: () => new Date(Date.now() + 3 * HOUR_MS) } };
    expect(await order('10.3.0.3', later)).toMatchObject({ purchaseId: expect.any(String) });
  });

  test('goes on at once when keys are added, or the pause is switched off', async () => {
    await watch();
    expect(await soldOutAt()).not.toBeNull();
    await add(1);
    expect(await soldOutAt()).toBeNull();
    await sell(shop, PRODUCT);
    await watch();
    expect(await soldOutAt()).not.toBeNull();
    await editProduct(shop, OWNER, PRODUCT, { pauseWithoutKeys: false });
    expect(await promised()).toEqual({ isSoldOut: false, promise: 'Chave por e-mail em até 24 h' });
    await add(1);
    expect(await promised()).toEqual({ isSoldOut: false, promise: 'Chave na hora' });
  });

  test('never pauses where the shop makes the keys', async () => {
    await editProduct(shop, OWNER, PRODUCT, { keySource: 'made', keyPrefix: 'CF' });
    await watch();
    expect(await soldOutAt()).toBeNull();
    await sell(shop, PRODUCT);
    await editProduct(shop, OWNER, PRODUCT, { keySource: 'pool' });
  });
});

describe('the unpaid orders of one network', () => {
  beforeEach(async () => {
    await editProduct(shop, OWNER, PRODUCT, { pauseWithoutKeys: true });
  });

  test('hold a tenth of the free keys and leave the others to everybody else', async () => {
    await add(40);
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => order('10.8.0.1')));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : []));
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'sold_out'));
    await expect(order('10.8.0.2')).resolves.toMatchObject({ success: true });
  });

  test('hold no more keys than there are by one order of several', async () => {
    await add(2);
    const buyer = { customerName: 'Bia Prado', customerEmail: 'bia@exemplo.com.br', paymentMethod: 'pix' } as const;
    const wanted = { ...buyer, productId: PRODUCT, furtherProductIds: [PRODUCT, PRODUCT] };
    const placed = startPayment(shop, wanted, { idempotencyKey: null, clientNetwork: '10.8.1.1' });
    await expect(placed).rejects.toMatchObject({ code: 'sold_out' });
  });
});

describe('who asks to be told', () => {
  beforeEach(async () => {
    await editProduct(shop, OWNER, PRODUCT, { pauseWithoutKeys: true });
    await watch();
  });

  test('reads the same for every address, gets one mail, and no table has the address after it', async () => {
    const known = 'ana@exemplo.com.br';
    for (const email of [known, 'nunca-visto@exemplo.com.br', 'nunca-visto@exemplo.com.br']) {
      expect(await askForNotice(shop, PRODUCT, { email }, '10.4.0.1')).toEqual({
        success: true,
        message: NOTICE_ASKED,
      });
    }
    await watch();
    expect(letters).toEqual([]);

    await add(3);
    await watch();
    await watch();
    expect(letters.map(({ kind, to }) => `${kind} ${to.email}`).toSorted()).toEqual([
      'stock_notice ana@exemplo.com.br',
      'stock_notice nunca-visto@exemplo.com.br',
    ]);
    expect(await rowsWith('nunca-visto')).toEqual([]);
  });

  test('is forgotten too when the mail is given up, after half a year, and with the product', async () => {
    await askForNotice(shop, PRODUCT, { email: 'sumiu@exemplo.com.br' }, '10.5.0.1');
    await forgetVainNotices({ ...shop, clock: { now: () => new Date(Date.now() + 179 * DAY_MS) } });
    expect(await rowsWith('sumiu')).toEqual(['stockNotices']);
    await forgetVainNotices({ ...shop, clock: { now: () => new Date(Date.now() + 181 * DAY_MS) } });
    expect(await rowsWith('sumiu')).toEqual([]);

    await askForNotice(shop, PRODUCT, { email: 'sumiu@exemplo.com.br' }, '10.5.0.1');
    await add(1);
    await watchStock(shop);
    const failingAfter = (ms: number) => ({
      ...shop,
      clock: { now: () => new Date(Date.now() + ms) },
      mail: { ...shop.mail, send: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNECTION' })) },
    });
    await deliverDueMail(failingAfter(6 * DAY_MS));
    expect(await rowsWith('sumiu'), 'it may have waited for its turn').toEqual(['stockNotices']);
    await deliverDueMail(failingAfter(12 * DAY_MS));
    expect(await rowsWith('sumiu')).toEqual([]);
  });

  test('leaves at the pace of the shop, as all notices do', async () => {
    for (let asker = 0; asker < 7; asker += 1) {
      await askForNotice(shop, PRODUCT, { email: `espera${asker}@exemplo.com.br` }, `10.8.0.${asker}`);
    }
    await add(1);
    await watchStock(shop);
    const start = Date.now();
    const paced = (ms: number) => ({
      ...shop,
      clock: { now: () => new Date(start + ms) },
      settings: { ...shop.settings, mailPerMinute: 3 },
    });
    for (let look = 0; look < 7; look += 1) await deliverDueMail(paced(0));
    expect(letters).toHaveLength(3);
    await deliverDueMail(paced(MINUTE_MS + 1));
    expect(letters).toHaveLength(6);
  });

  test('is refused where the product can be bought, or is unknown', async () => {
    await add(1);
    const ask = (productId: string) => askForNotice(shop, productId, { email: 'a@exemplo.com.br' }, '10.6.0.1');
    await expect(ask(PRODUCT)).rejects.toMatchObject({ kind: 'conflict', code: 'available' });
    await expect(ask('nenhum')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('goes with the customer who is erased', async () => {
    await add(1);
    const purchaseId = await sell(shop, PRODUCT);
    await watch();
    await askForNotice(shop, PRODUCT, { email: 'ana@exemplo.com.br' }, '10.7.0.1');
    const { customerId } = await shop.db
      .selectFrom('purchases')
      .select('customerId')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
    await removeCustomer(shop, OWNER, customerId);
    expect(await shop.db.selectFrom('stockNotices').select('id').execute()).toEqual([]);
  });
});

async function watch(): Promise<void> {
  await watchStock(shop);
  while ((await deliverDueMail(shop)) > 0);
}

async function lowMails(): Promise<MailContent[]> {
  await watch();
  return letters.filter((letter) => letter.kind === 'low_keys' && letter.productName === 'Transita');
}

async function add(count: number): Promise<void> {
  made += 1;
  const keys = Array.from({ length: count }, (_, at) => `ESTOQUE-${made}-${at}`).join('\n');
  await addKeys(shop, OWNER, { productId: PRODUCT, keys });
}

function order(clientNetwork: string, at: Shop = shop) {
  const buyer = { customerName: 'Bia Prado', customerEmail: 'bia@exemplo.com.br', paymentMethod: 'pix' } as const;
  return startPayment(at, { ...buyer, productId: PRODUCT }, { idempotencyKey: null, clientNetwork });
}

function codeOf(reason: unknown): string {
  return isRefusal(reason) ? reason.code : String(reason);
}

/** Returns what visitors read of its keys. */
async function promised(): Promise<{ isSoldOut: boolean; promise: string }> {
  const product = await showPublicProduct(shop, PRODUCT);
  return { isSoldOut: product.isSoldOut, promise: keyPromise(product) };
}

async function soldOutAt(): Promise<string | null> {
  const row = await shop.db
    .selectFrom('products')
    .select('soldOutAt')
    .where('id', '=', PRODUCT)
    .executeTakeFirstOrThrow();
  return row.soldOutAt;
}

async function ownersEmail(): Promise<string> {
  const row = await shop.db.selectFrom('users').select('email').where('id', '=', OWNER.id).executeTakeFirstOrThrow();
  return row.email;
}

/** The tables in which a row contains the text. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = (await shop.db.introspection.getTables()).filter(
    ({ isView, name }) => !isView && !/Search|_fts/.test(name),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const row = isSqlite(shop.db)
      ? await containing(name, text)
      : (
          await sql`select 1 from ${sql.table(name)} as each where each::text like ${`%${text}%`} limit 1`.execute(
            shop.db,
          )
        ).rows;
    if (row.length > 0) found.push(name);
  }
  return found;
}

async function containing(table: string, text: string): Promise<unknown[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(shop.db);
  return rows.filter((row) => JSON.stringify(row).includes(text));
}
