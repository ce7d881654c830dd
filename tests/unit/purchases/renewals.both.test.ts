import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { listBuyerPurchases } from '#src/domain/buyers/purchases.ts';
import { renewItem } from '#src/domain/buyers/renew-item.ts';
import { openDownload } from '#src/domain/downloads/downloads.ts';
import type { Order } from '#src/domain/payments/create-purchase.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct } from '#src/domain/products/products.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { queueRenewalNotices } from '#src/domain/purchases/renewal-notices.ts';
import { unsubscribe } from '#src/domain/releases/unsubscribe.ts';
import { prolong } from '#src/domain/releases/update-terms.ts';
import { quoteRetake } from '#src/domain/reminders/retake-quote.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { dayOf, dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { UpdateProduct } from '#src/wire/products/products.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const CLOSED = { code: 'not_renewable' };
const WANTED = {
  ...{ isHead: false, fileId: null, hasPartOf: () => false, range: null, conditions: {} },
  signal: AbortSignal.timeout(60_000),
};

let now = Date.now();
const opened = openShopForFile();
let shop: Shop;
let pro: string;
let email: string;
let made = 0;

beforeAll(async () => {
  shop = opened.with({ clock: { now: () => new Date(now) } });
  pro = await newProduct('Curva Log Pro');
});
beforeEach(() => {
  now = Date.now();
  made += 1;
  email = `dona${made}@exemplo.com.br`;
});

describe('a renewal', () => {
  test('costs what the product says, takes no key and no coupon, and prolongs the item by the months of the order', async () => {
    const owned = await buyPro();
    const asked = { productId: pro, renewsItemId: owned.itemId };
    const quote = await quoteOrder(shop, asked, network(), owned.buyerId);
    expect(quote).toMatchObject({ totalAmount: 'R$ 49,00', lines: [{ quantity: 1, reducedFrom: null }] });
    const tampered = { totalAmount: 1, discountAmount: 4_899 };
    await expect(renew(owned, { couponCode: 'EDITA10' })).rejects.toMatchObject({ code: 'coupon_invalid' });
    const renewal = await renew(owned, tampered);
    await editProduct(shop, OWNER, pro, { updateMonths: 6 });
    await pay(renewal);
    await editProduct(shop, OWNER, pro, { updateMonths: 12 });
    expect(renewal.amount).toBe('R$ 49,00');
    expect(await endOf(owned.itemId)).toBe(near(1));
    expect(await showLicense(shop, renewal.purchaseId)).toMatchObject({ state: 'not_needed', activationKey: null });
    const keys = shop.db.selectFrom('activationKeys').select('id').where('itemId', '=', renewal.purchaseId);
    expect(await keys.execute()).toEqual([]);
    await expect(openDownload(shop, renewal.purchaseId, WANTED)).rejects.toMatchObject({ kind: 'not_found' });
    const purchases = await listBuyerPurchases(shop, { customerId: owned.buyerId });
    const [shown, base] = [renewal, owned].map((one) => purchases.find(({ id }) => id === one.purchaseId));
    expect(shown?.items).toMatchObject([
      {
        productName: 'Curva Log Pro: mais 12 meses de atualizações',
        totalAmount: 'R$ 49,00',
        updates: { until: near(1) },
        ...{ review: null, renewal: null, downloadUrl: null },
      },
    ]);
    expect(base?.items).toMatchObject([{ updates: { until: near(1) }, renewal: null }]);
    expect(await showSale(shop, owned.purchaseId)).toMatchObject({
      renews: null,
      dependents: [{ number: shown?.number }],
    });
    expect(await showSale(shop, renewal.purchaseId)).toMatchObject({
      renews: { id: owned.purchaseId },
      dependents: [],
    });
  });

  test('is for the signed-in owner of a standing item alone, near its end, and of nothing else', async () => {
    const owned = await buyPro();
    const stranger = await buyPro('estranha@exemplo.com.br');
    const unpriced = await newProduct('Sem renovação', { renewalPrice: null });
    const always = await newProduct('Para sempre', { updatePolicy: 'always', updateMonths: null });
    for (const wrong of [
      { buyerId: null },
      { buyerId: stranger.buyerId },
      { renewsItemId: stranger.itemId },
      { renewsItemId: 'nada' },
      { productId: unpriced },
      { productId: always },
    ])
      await expect(renew(owned, wrong)).rejects.toMatchObject(CLOSED);
    for (const more of [{ quantity: 2 }, { furtherProductIds: [unpriced] }, { offerIds: ['x'] }])
      await expect(renew(owned, more)).rejects.toMatchObject({ kind: 'invalid' });
    const other = { customerEmail: 'outra@exemplo.com.br' };
    await expect(renew(owned, other)).rejects.toMatchObject({ code: 'other_owner' });
    await setEnd(owned.itemId, inDays(31));
    await expect(renew(owned)).rejects.toMatchObject(CLOSED);
    await setEnd(owned.itemId, inDays(30));
    await refundSale(shop, OWNER, owned.purchaseId);
    await expect(renew(owned)).rejects.toMatchObject(CLOSED);
    const revoked = await buyPro();
    const keys = shop.db.updateTable('activationKeys').where('itemId', '=', revoked.itemId);
    await keys.set({ revokedAt: '2026-11-28T12:00:00.000Z', revokedReason: 'deleted' }).execute();
    await expect(renew(revoked)).rejects.toMatchObject(CLOSED);
  });

  test('has one open Pix at a time, whatever runs at once, and the button leads to it', async () => {
    const owned = await buyPro();
    const racers = Array.from({ length: 20 }, () =>
      renew(owned).then(
        ({ purchaseId }) => purchaseId,
        (error: { code: string }) => error.code,
      ),
    );
    const results = await Promise.all(racers);
    const [won, ...others] = results.filter((result) => result !== 'renewal_open');
    expect(others).toEqual([]);
    expect((await click(owned)).purchaseId).toBe(won);
    const shown = await listBuyerPurchases(shop, { customerId: owned.buyerId });
    expect(shown.find(({ id }) => id === owned.purchaseId)?.items[0]?.renewal).toEqual({
      months: 12,
      amount: 'R$ 49,00',
      openPurchaseId: won,
    });
    const twice = await buyPro();
    const [first, second] = await Promise.all([click(twice), click(twice)]);
    expect(first).toEqual(second);
  });

  test('that repeats, or comes with another order under its key, is the same or none', async () => {
    const owned = await buyPro();
    const idempotencyKey = `chave-${made}`;
    const first = await renew(owned, {}, idempotencyKey);
    expect((await renew(owned, {}, idempotencyKey)).purchaseId).toBe(first.purchaseId);
    await expect(order({ buyerId: owned.buyerId }, idempotencyKey)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  test('of a part of a kit, and of a product without keys in its pool, is sold', async () => {
    const part = await newProduct('Parte', { keySource: 'pool', pauseWithoutKeys: false });
    const kit = await createProduct(shop, OWNER, {
      ...{
        name: `Kit ${made}`,
        price: 9_000,
        downloadUrl: '',
        kind: 'kit',
        parts: [part, pro].map((productId) => ({ productId, name: '' })),
        status: 'active',
      },
    });
    const { purchaseId } = await pay(await order({ productId: kit.id }));
    await editProduct(shop, OWNER, part, { pauseWithoutKeys: true });
    await setEnd(purchaseId, near(0));
    const owned = await ownedBy(purchaseId);
    await pay(await renew(owned, { productId: part }));
    expect(await endOf(purchaseId)).toBe(near(1));
  });

  test('is taken up again while it is open to the buyer, and not once it was renewed', async () => {
    const owned = await buyPro();
    const unpaid = await renew(owned);
    await simulatePayment(shop, unpaid.transactionId, 'reject');
    const row = await findPurchase(shop.db, unpaid.purchaseId);
    if (!row) throw new Error('The order is gone.');
    const quote = await quoteRetake(shop.db, row, null, shop.clock.now());
    expect(quote).toMatchObject({ price: { totalCents: 4_900 }, products: [{ renewsItemId: owned.itemId }] });
    await pay(await renew(owned));
    expect(await quoteRetake(shop.db, row, null, shop.clock.now())).toBeNull();
  });
});

describe('the end of the updates', () => {
  test('is the start and the months of the paid renewals that were not given back, in any order of what happens', async () => {
    const step = fc.constantFrom('renew', 'pay', 'fail', 'pay late', 'refund', 'repeat');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(5)), { maxLength: 14 }), async (steps) => {
        made += 1;
        email = `historia${made}@exemplo.com.br`;
        const owned = await buyPro();
        const orders: Renewal[] = [];
        for (const [act, at] of steps) {
          const chosen = orders[at % Math.max(1, orders.length)];
          if (act === 'renew' && !orders.some(({ state }) => state === 'open')) {
            const end = await endOf(owned.itemId);
            // Only the time of an order is limited: what was ordered is paid whenever.
            await setEnd(owned.itemId, near(0));
            orders.push({ order: await renew(owned), state: 'open' });
            await setEnd(owned.itemId, end);
          } else if (chosen) await happen(chosen, act);
          const paid = orders.filter(({ state }) => state === 'paid').length;
          expect(await endOf(owned.itemId)).toBe(near(paid));
        }
      }),
      { numRuns: scaled(12, 150) },
    );
  });

  test('counts from the payment where they had ended, and is as it was once the renewal is given back', async () => {
    const owned = await buyPro();
    await setEnd(owned.itemId, inDays(-100));
    const renewal = await pay(await renew(owned));
    expect(await endOf(owned.itemId)).toBe(prolong(inDays(-100), [{ paidOn: inDays(0), months: 12 }]));
    await refundSale(shop, OWNER, renewal.purchaseId);
    expect(await endOf(owned.itemId)).toBe(inDays(-100));
  });

  test('has the months of both that are paid at once, by webhooks of two processes that repeat', async () => {
    const owned = await buyPro();
    // A store with a file has one process.
    const elsewhere = isOnPostgres() ? opened.openElsewhere() : shop.db;
    const other = { ...shop, db: elsewhere };
    const orders: Created[] = [];
    for (const _ of [1, 2]) {
      const created = await renew(owned);
      await simulatePayment(shop, created.transactionId, 'expire');
      orders.push(created);
    }
    const payments = orders.flatMap(({ transactionId }) =>
      [shop, other, shop, other].map((process) => simulatePayment(process, transactionId, 'pay')),
    );
    await Promise.all(payments);
    expect(await endOf(owned.itemId)).toBe(near(2));
    await Promise.all([
      refundSale(shop, OWNER, orders[0]?.purchaseId ?? ''),
      refundSale(other, OWNER, orders[1]?.purchaseId ?? ''),
    ]);
    expect(await endOf(owned.itemId)).toBe(near(0));
    if (elsewhere !== shop.db) await elsewhere.destroy();
  });

  test('of an item that was given back moves, and opens nothing', async () => {
    const owned = await buyPro();
    const renewal = await renew(owned);
    await refundSale(shop, OWNER, owned.purchaseId);
    await pay(renewal);
    expect(await showLicense(shop, owned.itemId).catch(({ code }) => code)).toBe('refunded');
    await expect(openDownload(shop, owned.itemId, WANTED)).rejects.toMatchObject({ code: 'refunded' });
  });
});

describe('the notice of the end', () => {
  const queued = () => shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'renewal').execute();
  const mailOf = async ({ buyerId }: Owned) => (await queued()).filter(({ customerId }) => customerId === buyerId);

  test('is planned once for each end, thirty days before it', async () => {
    const owned = await buyPro();
    now += 8 * DAY_MS;
    const end = inDays(31);
    await setEnd(owned.itemId, end);
    await queueRenewalNotices(shop);
    expect(await mailOf(owned)).toEqual([]);
    now += DAY_MS;
    await queueRenewalNotices(shop);
    await queueRenewalNotices(shop);
    const [mail, ...others] = await mailOf(owned);
    if (!mail) throw new Error('No mail was queued.');
    expect([mail.isNotice, others]).toEqual([1, []]);
    expect(await MAIL_HANDLERS.renewal.write(shop, mail)).toMatchObject({
      ...{
        until: dayText(end),
        months: 12,
        amount: 'R$ 49,00',
        productName: 'Curva Log Pro',
        to: { email },
      },
    });
    const renewal = await pay(await renew(owned));
    expect(await MAIL_HANDLERS.renewal.write(shop, mail)).toBeUndefined();
    await refundSale(shop, OWNER, renewal.purchaseId);
    await queueRenewalNotices(shop);
    expect(await mailOf(owned)).toHaveLength(1);
    const again = await pay(await renew(owned));
    now += 365 * DAY_MS;
    await queueRenewalNotices(shop);
    expect(await mailOf(owned)).toHaveLength(2);
    expect(again.amount).toBe('R$ 49,00');
  });

  test('goes to nobody who declined or gave the plugin back, nor where it is off', async () => {
    const [declined, refunded, kept] = [await buyPro(), await buyPro(`b${email}`), await buyPro(`c${email}`)];
    now += 8 * DAY_MS;
    await queueRenewalNotices(shop);
    const write = async (owned: Owned) => {
      const [mail] = await mailOf(owned);
      if (!mail) throw new Error('No mail was queued.');
      return MAIL_HANDLERS.renewal.write(shop, mail);
    };
    const letter = await write(declined);
    expect(await unsubscribe(shop, letter?.unsubscribeUrl.split('/').at(-1) ?? '')).toBe(true);
    await refundSale(shop, OWNER, refunded.purchaseId);
    expect([await write(declined), await write(refunded)]).toEqual([undefined, undefined]);
    expect(await write(kept)).toBeDefined();
    shop.settings.renewalNotice = 'off';
    expect(await write(kept)).toBeUndefined();
    shop.settings.renewalNotice = 'on';
  });
});

test('the price of a renewal is at least what a Pix may be, or none', () => {
  expect(UpdateProduct.safeParse({ renewalPrice: 'R$ 0,49' }).error?.issues[0]?.path).toEqual(['renewalPrice']);
  expect(UpdateProduct.safeParse({ renewalPrice: '' })).toMatchObject({ data: { renewalPrice: null } });
});

type Owned = { purchaseId: string; itemId: string; buyerId: string };
type Created = Awaited<ReturnType<typeof startPayment>>;
type Renewal = { order: Created; state: 'open' | 'failed' | 'paid' | 'refunded' };

/** Does nothing where it cannot happen now. */
async function happen(renewal: Renewal, act: string): Promise<void> {
  const { transactionId, purchaseId } = renewal.order;
  if (act === 'repeat') await settlePayment(shop, purchaseId, 'webhook');
  if (act === 'fail' && renewal.state === 'open') {
    await simulatePayment(shop, transactionId, 'expire');
    renewal.state = 'failed';
  } else if ((act === 'pay' && renewal.state === 'open') || (act === 'pay late' && renewal.state === 'failed')) {
    await simulatePayment(shop, transactionId, 'pay');
    renewal.state = 'paid';
  } else if (act === 'refund' && renewal.state === 'paid') {
    await refundSale(shop, OWNER, purchaseId);
    renewal.state = 'refunded';
  }
}

type Wanted = Partial<Omit<Order, 'buyerId'>> & { buyerId?: string | null };

function order(wanted: Wanted, idempotencyKey: string | null = null): Promise<Created> {
  const buyer = { customerName: 'Ana Conceição', customerEmail: email, paymentMethod: 'pix' as const };
  const asked = { idempotencyKey, clientNetwork: network() };
  return startPayment(shop, { ...buyer, productId: pro, ...wanted }, asked);
}

function renew({ itemId, buyerId }: Owned, wanted: Wanted = {}, idempotencyKey?: string): Promise<Created> {
  return order({ renewsItemId: itemId, buyerId, ...wanted }, idempotencyKey);
}

function click({ itemId, buyerId }: Owned) {
  return renewItem(shop, { customerId: buyerId, name: 'Ana Conceição', email }, itemId, network());
}

async function pay(created: Created): Promise<Created> {
  await simulatePayment(shop, created.transactionId, 'pay');
  return created;
}

/** An item whose updates end near. */
async function buyPro(customerEmail = email): Promise<Owned> {
  const { purchaseId } = await pay(await order({ customerEmail }));
  await setEnd(purchaseId, near(0));
  return ownedBy(purchaseId);
}

async function ownedBy(purchaseId: string): Promise<Owned> {
  const buyerId = (await findPurchase(shop.db, purchaseId))?.customerId ?? '';
  return { purchaseId, itemId: purchaseId, buyerId };
}

async function endOf(itemId: string): Promise<string> {
  return (await findPurchaseItem(shop.db, itemId))?.updatesUntil ?? '';
}

async function setEnd(itemId: string, updatesUntil: string): Promise<void> {
  await shop.db.updateTable('purchaseItems').set({ updatesUntil }).where('id', '=', itemId).execute();
}

function inDays(days: number): string {
  return dayOf(new Date(now + days * DAY_MS));
}

/** A day within the next 30 that every year has, so many years later. */
function near(years: number): string {
  const day = [20, 25].map(inDays).find((each) => !each.endsWith('-29')) ?? '';
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

async function newProduct(name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: true } as const;
  const license = { keySource: 'made' as const, keyPrefix: 'CURVA' };
  const renewal = { updatePolicy: 'months' as const, updateMonths: 12, renewalPrice: 4_900 };
  const made = await createProduct(shop, OWNER, { name, price: 20_000, ...file, ...license, ...renewal, ...fields });
  return made.id;
}

/** Nobody's limits count here. */
function network(): string {
  made += 1;
  return `10.9.${made % 250}.${Math.floor(made / 250)}`;
}
