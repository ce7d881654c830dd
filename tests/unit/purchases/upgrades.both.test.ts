import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completeKit } from '#src/domain/buyers/complete-kits.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { addKeys, removeKey } from '#src/domain/keys/activation-keys.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct } from '#src/domain/products/products.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { quoteOrder } from '#src/domain/purchases/quote-order.ts';
import { listLicensesToUpgrade } from '#src/domain/purchases/upgrades.ts';
import { quoteRetake } from '#src/domain/reminders/retake-quote.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { cancelWithdrawal, withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import type { Upgrade } from '#src/wire/purchases/create-payment.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { scaled } from '../../support/scale.ts';

const OWNER = { id: 'owner' };
const NOT_OWNED = { code: 'not_owned' };
const ALREADY = { code: 'already_upgraded' };

const opened = openShopForFile();
let log: string;
let pro: string;
let email: string;
let made = 0;

beforeAll(async () => {
  log = await newProduct('Curva Log', 5_000);
  pro = await newProduct('Curva Log Pro', 20_000, { upgradesFrom: [log], upgradePrice: 5_990 });
});
beforeEach(() => {
  made += 1;
  email = `dona${made}@exemplo.com.br`;
});

describe('an upgrade', () => {
  test('costs the upgrade price, to the centavo, with a coupon of none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 19_999 }), async (upgradePrice) => {
        await editProduct(opened.shop, OWNER, pro, { upgradePrice });
        const owned = await buyLog();
        const quote = await quoteOrder(opened.shop, { productId: pro, upgrade: owned.proof }, network());
        const { amount, purchaseId } = await upgrade({ upgrade: owned.proof });
        const { items, totalAmount } = await showPurchase(opened.shop, purchaseId);
        expect([quote.totalAmount, totalAmount, items[0]?.totalAmount]).toEqual([amount, amount, amount]);
        expect(items.map(({ productName }) => productName)).toEqual(['Curva Log Pro (upgrade de Curva Log)']);
      }),
      { numRuns: scaled(6, 100) },
    );
    await editProduct(opened.shop, OWNER, pro, { upgradePrice: 5_990 });
    const owned = await buyLog();
    const refused = { code: 'coupon_invalid' };
    await expect(upgrade({ upgrade: owned.proof, couponCode: 'EDITA10' })).rejects.toMatchObject(refused);
  });

  test('is for who owns the license: signed in, or by its key and address, however the key is spelled', async () => {
    const { itemId, buyerId, key } = await buyLog();
    const stranger = await buyLog('estranha@exemplo.com.br');
    const wrong: { upgrade: Upgrade; buyerId?: string; customerEmail?: string }[] = [
      { upgrade: { itemId } },
      { upgrade: { itemId }, buyerId: stranger.buyerId },
      { upgrade: { key, email: 'estranha@exemplo.com.br' } },
      { upgrade: { key: 'NADA', email } },
      { upgrade: {} },
    ];
    for (const order of wrong) await expect(upgrade(order)).rejects.toMatchObject(NOT_OWNED);
    const forOther = { upgrade: { itemId }, buyerId, customerEmail: 'outra@exemplo.com.br' };
    await expect(upgrade(forOther)).rejects.toMatchObject({ code: 'other_owner' });
    await expect(upgrade({ upgrade: { itemId }, buyerId, quantity: 2 })).rejects.toMatchObject({ kind: 'invalid' });
    const typed = { key: ` ${key.toLowerCase()} `.trim(), email };
    await expect(upgrade({ upgrade: typed })).resolves.toMatchObject({ amount: 'R$ 59,90' });
  });

  test('is of another product than the one it is for, and of none without its price', async () => {
    const { itemId, buyerId } = await buyLog();
    const other = await newProduct('Sem upgrade', 9_000);
    await expect(upgrade({ productId: other, upgrade: { itemId }, buyerId })).rejects.toMatchObject(NOT_OWNED);
  });

  test('is one for each license, whatever runs at once, and free again when it is not paid', async () => {
    const { itemId, buyerId, proof } = await buyLog();
    const racers = Array.from({ length: 20 }, (_, at) =>
      upgrade(at % 2 === 0 ? { upgrade: { itemId }, buyerId } : { upgrade: proof }).then(
        (created) => created,
        (error: { code: string }) => error.code,
      ),
    );
    const results = await Promise.all(racers);
    const [won, ...others] = results.filter((result) => typeof result === 'object');
    expect(others).toEqual([]);
    expect(new Set(results.filter((result) => typeof result === 'string'))).toEqual(new Set(['already_upgraded']));
    if (!won) throw new Error('Nobody got the upgrade.');
    await simulatePayment(opened.shop, won.transactionId, 'reject');
    const again = await upgrade({ upgrade: proof });
    await simulatePayment(opened.shop, again.transactionId, 'pay');
    await expect(upgrade({ upgrade: proof })).rejects.toMatchObject(ALREADY);
  });

  test('is not offered to who completed a kit of it with the license', async () => {
    const { shop } = opened;
    const parts = [log, pro].map((productId) => ({ productId, name: '' }));
    const form = { name: 'Kit Curva', price: 21_000, downloadUrl: '', kind: 'kit', status: 'active', parts } as const;
    const { id: kit } = await createProduct(shop, OWNER, form);
    const { itemId, buyerId, proof } = await buyLog();
    const buyer = { customerId: buyerId, name: 'Ana Conceição', email };
    const { purchaseId } = await completeKit(shop, buyer, kit, network());
    await pay(await showPurchase(shop, purchaseId));
    expect(await listLicensesToUpgrade(shop, pro, buyerId)).toMatchObject([{ id: itemId, upgrades: 1 }]);
    await expect(upgrade({ upgrade: proof })).rejects.toMatchObject(ALREADY);
    await refundSale(shop, OWNER, purchaseId);
    await expect(upgrade({ upgrade: proof })).resolves.toBeTruthy();
  });

  test('is not for a license that was given back', async () => {
    const { purchaseId, proof } = await buyLog();
    await refundSale(opened.shop, OWNER, purchaseId);
    await expect(upgrade({ upgrade: proof })).rejects.toMatchObject(NOT_OWNED);
  });

  test('is taken up again at its price while the license has had none, and at the full one after', async () => {
    const { shop } = opened;
    const { proof } = await buyLog();
    const unpaid = await upgrade({ upgrade: proof });
    await simulatePayment(shop, unpaid.transactionId, 'reject');
    const rows = shop.db.selectFrom('purchases').selectAll().where('id', '=', unpaid.purchaseId);
    const row = await rows.executeTakeFirstOrThrow();
    const price = async () => (await quoteRetake(shop.db, row, null, shop.clock.now()))?.price.totalCents;
    expect(await price()).toBe(5_990);
    await upgrade({ upgrade: proof });
    expect(await price()).toBe(20_000);
  });
});

describe('the key of the license', () => {
  test('stays, unless the product says otherwise', async () => {
    const { itemId, proof } = await buyLog();
    await pay(await upgrade({ upgrade: proof }));
    expect(await showLicense(opened.shop, itemId)).toMatchObject({ state: 'ready' });
  });

  test('ends when the new one is delivered, and holds again when the upgrade is given back', async () => {
    const { shop } = opened;
    const scarce = await newProduct('Pro do estoque', 9_000, {
      ...{ upgradesFrom: [log], upgradePrice: 1_000, replacesKey: true, keySource: 'pool' },
    });
    const { itemId, proof } = await buyLog();
    const upgraded = await pay(await upgrade({ productId: scarce, upgrade: proof }));
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'ready' });
    await addKeys(shop, OWNER, { productId: scarce, keys: 'NOVA-1' });
    expect(await showLicense(shop, upgraded.purchaseId)).toMatchObject({ state: 'ready', activationKey: 'NOVA-1' });
    expect(await showLicense(shop, itemId)).toMatchObject({
      state: 'revoked',
      message: 'A chave do upgrade tomou o lugar desta.',
    });
    await expect(upgrade({ upgrade: proof })).rejects.toMatchObject(NOT_OWNED);
    await refundSale(shop, OWNER, upgraded.purchaseId);
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'ready' });
  });

  test('is replaced by one upgrade alone, also while that waits for its key', async () => {
    const { shop } = opened;
    const replacing = { upgradesFrom: [log], upgradePrice: 1_000, replacesKey: true };
    const scarce = await newProduct('Troca que espera', 9_000, { ...replacing, keySource: 'pool' });
    const other = await newProduct('Outra troca', 9_000, replacing);
    const { itemId, proof } = await buyLog();
    const open = await upgrade({ productId: other, upgrade: proof });
    const waiting = await pay(await upgrade({ productId: scarce, upgrade: proof }));
    await pay(open);
    expect(await statusesOf(open.purchaseId)).toEqual(['FAILED']);
    await expect(upgrade({ productId: other, upgrade: proof })).rejects.toMatchObject(NOT_OWNED);
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'ready' });
    await addKeys(shop, OWNER, { productId: scarce, keys: 'NOVA-2' });
    expect(await showLicense(shop, waiting.purchaseId)).toMatchObject({ activationKey: 'NOVA-2' });
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'revoked' });
  });

  test('stays ended where its own purchase was given back too', async () => {
    const { shop } = opened;
    const swap = await newProduct('Troca', 9_000, { upgradesFrom: [log], upgradePrice: 1_000, replacesKey: true });
    const { purchaseId, itemId, proof } = await buyLog();
    const upgraded = await pay(await upgrade({ productId: swap, upgrade: proof }));
    await refundSale(shop, OWNER, purchaseId);
    await refundSale(shop, OWNER, upgraded.purchaseId);
    const key = shop.db.selectFrom('activationKeys').select('revokedAt').where('itemId', '=', itemId);
    expect((await key.executeTakeFirstOrThrow()).revokedAt).not.toBeNull();
  });
});

describe('the license of an upgrade', () => {
  test('is given up together with the upgrade, in one press that says so before and after', async () => {
    const { shop } = opened;
    const { purchaseId, proof } = await buyLog();
    const upgraded = await pay(await upgrade({ upgrade: proof }));
    const { number } = await showPurchase(shop, upgraded.purchaseId);
    const dependent = { number, product: 'Curva Log Pro (upgrade de Curva Log)', cents: 5_990 };
    expect((await showPurchase(shop, purchaseId)).withdrawal).toMatchObject({ dependents: [dependent] });
    expect((await showSale(shop, purchaseId)).dependents).toMatchObject([dependent]);
    const { message, state } = await withdraw(shop, purchaseId, { email });
    expect([state, message]).toEqual([
      'refunded',
      expect.stringContaining(`desistiu de ${dependent.product} (#${number}, R$ 59,90)`),
    ]);
    expect(await statusesOf(purchaseId, upgraded.purchaseId)).toEqual(['REFUNDED', 'REFUNDED']);
  });

  test('waits with the upgrade for the owner, and no half of it is taken back', async () => {
    const { shop } = opened;
    const careful: Shop = { ...shop, settings: { ...shop.settings, withdrawal: 'review' } };
    const { purchaseId, proof } = await buyLog();
    const upgraded = await pay(await upgrade({ upgrade: proof }));
    await shop.db
      .updateTable('purchaseItems')
      .set({ downloadCount: 1 })
      .where('id', '=', upgraded.purchaseId)
      .execute();
    expect(await withdraw(careful, purchaseId, { email })).toMatchObject({ state: 'requested' });
    const early = cancelWithdrawal(shop, upgraded.purchaseId, { email });
    await expect(early).rejects.toMatchObject({ code: 'depends_on_given_up' });
    await cancelWithdrawal(shop, purchaseId, { email });
    await cancelWithdrawal(shop, upgraded.purchaseId, { email });
    expect(await statusesOf(purchaseId, upgraded.purchaseId)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  test('that was given up buys no upgrade whose Pix was open: its money goes back', async () => {
    const { purchaseId, proof } = await buyLog();
    const open = await upgrade({ upgrade: proof });
    await withdraw(opened.shop, purchaseId, { email });
    await pay(open);
    expect(await statusesOf(open.purchaseId)).toEqual(['FAILED']);
    expect(await chargeOf(open.purchaseId)).toMatchObject({ state: 'refunded' });
    expect((await showSale(opened.shop, open.purchaseId)).timeline).toContainEqual(
      expect.objectContaining({ event: 'short_payment', detail: 'groundless' }),
    );
  });

  test('buys one upgrade where an expired Pix is paid beside a newer one', async () => {
    const { proof } = await buyLog();
    const late = await upgrade({ upgrade: proof });
    await simulatePayment(opened.shop, late.transactionId, 'expire');
    const second = await pay(await upgrade({ upgrade: proof }));
    await pay(late);
    expect(await statusesOf(late.purchaseId, second.purchaseId)).toEqual(['FAILED', 'COMPLETED']);
    expect(await chargeOf(late.purchaseId)).toMatchObject({ state: 'refunded' });
  });

  test('buys no second upgrade while the first is given up, which the buyer may take back', async () => {
    const { shop } = opened;
    const careful: Shop = { ...shop, settings: { ...shop.settings, withdrawal: 'review' } };
    const { proof } = await buyLog();
    const late = await upgrade({ upgrade: proof });
    await simulatePayment(shop, late.transactionId, 'expire');
    const first = await pay(await upgrade({ upgrade: proof }));
    await shop.db.updateTable('purchaseItems').set({ downloadCount: 1 }).where('id', '=', first.purchaseId).execute();
    expect(await withdraw(careful, first.purchaseId, { email })).toMatchObject({ state: 'requested' });
    await pay(late);
    await cancelWithdrawal(shop, first.purchaseId, { email });
    expect(await statusesOf(late.purchaseId, first.purchaseId)).toEqual(['FAILED', 'COMPLETED']);
  });

  test('keeps its upgrade or is given up with it, whichever of payment and withdrawal comes first', async () => {
    for (let round = 0; round < scaled(6, 60); round += 1) {
      made += 1;
      email = `corre${made}@exemplo.com.br`;
      const { purchaseId, proof } = await buyLog();
      const open = await upgrade({ upgrade: proof });
      await Promise.all([
        pay(open),
        withdraw(opened.shop, purchaseId, { email }),
        simulatePayment(opened.shop, open.transactionId, 'pay'),
      ]);
      await settlePayment(opened.shop, open.purchaseId, 'worker');
      const [former, upgraded = ''] = await statusesOf(purchaseId, open.purchaseId);
      expect([former, ['FAILED', 'REFUNDED'].includes(upgraded)]).toEqual(['REFUNDED', true]);
      expect(await chargeOf(open.purchaseId)).toMatchObject({ state: 'refunded' });
    }
  });

  test('holds again when the owner revokes the key of the upgrade that replaced it', async () => {
    const { shop } = opened;
    const swap = await newProduct('Troca revogada', 9_000, {
      upgradesFrom: [log],
      upgradePrice: 1_000,
      replacesKey: true,
    });
    const { itemId, proof } = await buyLog();
    const upgraded = await pay(await upgrade({ productId: swap, upgrade: proof }));
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'revoked' });
    const keys = shop.db.selectFrom('activationKeys').select('id').where('itemId', '=', upgraded.purchaseId);
    await removeKey(shop, OWNER, (await keys.executeTakeFirstOrThrow()).id, 'assigned');
    expect(await showLicense(shop, itemId)).toMatchObject({ state: 'ready' });
    expect(await showLicense(shop, upgraded.purchaseId)).toMatchObject({ state: 'revoked' });
  });
});

describe('the product', () => {
  test('says on its page what owners pay, and keeps its price for all', async () => {
    const shown = await findProductPage(opened.shop, 'curva-log-pro');
    expect(shown).toMatchObject({
      product: { price: 'R$ 200,00' },
      page: { upgrade: { from: 'Curva Log', price: 'R$ 59,90', replacesKey: false } },
    });
  });

  test.each([
    [{ upgradePrice: null }, 'upgradePrice'],
    [{ upgradePrice: 49 }, 'upgradePrice'],
    [{ upgradePrice: 20_000 }, 'upgradePrice'],
    [{ upgradesFrom: ['nada'] }, 'upgradesFrom'],
  ])('refuses %o', async (fields, wrong) => {
    await expect(editProduct(opened.shop, OWNER, pro, fields)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { [wrong]: expect.any(String) },
    });
    await expect(editProduct(opened.shop, OWNER, pro, { upgradesFrom: [pro] })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

type Wanted = {
  productId?: string;
  upgrade?: Upgrade;
  couponCode?: string;
  quantity?: number;
  customerEmail?: string;
  buyerId?: string;
};

function upgrade(wanted: Wanted) {
  const buyer = { customerName: 'Ana Conceição', customerEmail: email, paymentMethod: 'pix' as const };
  const asked = { idempotencyKey: null, clientNetwork: network() };
  return startPayment(opened.shop, { ...buyer, productId: pro, ...wanted }, asked);
}

async function pay<Order extends { transactionId: string }>(order: Order): Promise<Order> {
  await simulatePayment(opened.shop, order.transactionId, 'pay');
  return order;
}

function statusesOf(...ids: string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await showPurchase(opened.shop, id)).paymentStatus));
}

async function chargeOf(purchaseId: string) {
  const { db } = opened.shop;
  const purchases = db.selectFrom('purchases').select('providerReference').where('id', '=', purchaseId);
  const { providerReference } = await purchases.executeTakeFirstOrThrow();
  return db
    .selectFrom('sandboxCharges')
    .selectAll()
    .where('reference', '=', providerReference)
    .executeTakeFirstOrThrow();
}

async function buyLog(customerEmail = email) {
  const { purchaseId } = await pay(await upgrade({ productId: log, customerEmail }));
  const purchases = opened.shop.db.selectFrom('purchases').select('customerId').where('id', '=', purchaseId);
  const { customerId: buyerId } = await purchases.executeTakeFirstOrThrow();
  const key = (await showLicense(opened.shop, purchaseId)).activationKey ?? '';
  return { purchaseId, itemId: purchaseId, buyerId, key, proof: { key, email: customerEmail } };
}

async function newProduct(name: string, price: number, fields: Record<string, unknown> = {}): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: true } as const;
  const license = { keySource: 'made' as const, keyPrefix: 'CURVA' };
  return (await createProduct(opened.shop, OWNER, { name, price, ...file, ...license, ...fields })).id;
}

/** Nobody's limits count here. */
function network(): string {
  made += 1;
  return `10.9.${made % 250}.${Math.floor(made / 250)}`;
}
