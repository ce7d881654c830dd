import { beforeEach, describe, expect, test } from 'vitest';
import { countItemDownload, findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { findReviewableItem } from '#db/queries/reviews/reviews.ts';
import { exportCustomer } from '#src/domain/customers/customer-export.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { joinCustomers } from '#src/domain/customers/merge.ts';
import { CATALOG_CHANGED } from '#src/domain/events.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { endDispute, holdForReview } from '#src/domain/payments/review.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { answerReview, hideReview, showReview } from '#src/domain/reviews/moderate-reviews.ts';
import { showProductReviews } from '#src/domain/reviews/product-reviews.ts';
import { listAllReviews } from '#src/domain/reviews/review-list.ts';
import { planReviewNotice, queueReviewNotices, unsubscribeFromReviews } from '#src/domain/reviews/review-notices.ts';
import { showReviewForm, withdrawReview, writeReview } from '#src/domain/reviews/write-review.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { MAIL_HANDLERS } from '#src/domain/upkeep/deliver-mail.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { WriteReview } from '#src/wire/reviews/reviews.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const OWNER = { id: 'owner' };
const TEXT = { rating: 4, title: 'Gostei', body: 'Uso todos os dias e não trava.', showsName: true };

const opened = openShopForEachTest();
let shop: Shop;
let now: number;

beforeEach(async () => {
  now = Date.now();
  const { shop: real } = opened;
  shop = { ...opened.with({ clock: { now: () => new Date(now) } }), settings: { ...real.settings } };
  await shop.db.deleteFrom('reviews').execute();
});

async function order(name: string, productId = 'lote') {
  const buyer = { customerName: name, customerEmail: `${name.split(' ')[0]?.toLowerCase()}@exemplo.com.br` };
  const typed = { ...buyer, paymentMethod: 'pix', productId } as const;
  return startPayment(shop, typed, { idempotencyKey: null, clientNetwork: '' });
}

/** Returns the buyer with the bought item, whose id is that of the purchase. */
async function buy(name: string, productId?: string) {
  const { purchaseId, transactionId } = await order(name, productId);
  await simulatePayment(shop, transactionId, 'pay');
  return boughtBy(purchaseId);
}

async function boughtBy(itemId: string) {
  const purchase = await purchaseOf(itemId);
  return { customerId: purchase.customerId, itemId };
}

async function purchaseOf(id: string) {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw new Error('There is no such purchase.');
  return purchase;
}

async function ratedBy(names: string[], rating = 4) {
  const bought = [];
  for (const name of names) {
    const one = await buy(name);
    await writeReview(shop, one, { ...TEXT, rating });
    bought.push(one);
  }
  return bought;
}

const reviews = () => listAllReviews(shop);
const only = async () => {
  const [review, ...others] = await reviews();
  if (!review || others.length > 0) throw new Error('There is not one review.');
  return review;
};
const onPage = () => showProductReviews(shop, 'lote');

describe('a review', () => {
  test('is written by who bought, and by nobody else', async () => {
    const ana = await buy('Ana Souza');
    const { purchaseId } = await order('Bia Prado');
    await expect(writeReview(shop, await boughtBy(purchaseId), TEXT)).rejects.toMatchObject({ code: 'not_bought' });
    const stranger = { customerId: (await buy('Caio Lima')).customerId, itemId: ana.itemId };
    await expect(writeReview(shop, stranger, TEXT)).rejects.toMatchObject({ kind: 'not_found' });
    await bookRefund(shop, await purchaseOf(ana.itemId), 'admin');
    await expect(writeReview(shop, ana, TEXT)).rejects.toMatchObject({ code: 'not_bought' });
    expect(await reviews()).toEqual([]);
  });

  test('stays one, however many a buyer sends at once', async () => {
    const ana = await buy('Ana Souza');
    await Promise.all([1, 2, 3, 4, 5].map((rating) => writeReview(shop, ana, { ...TEXT, rating })));
    expect(await only()).toMatchObject({ customerName: 'Ana Souza', title: 'Gostei' });
  });

  test('waits for the owner, or is shown at once, and an edited text follows the same rule', async () => {
    const ana = await buy('Ana Souza');
    expect(await writeReview(shop, ana, TEXT)).toBe('pending');
    expect(await onPage()).toMatchObject({ shown: 0, reviews: [] });
    expect((await showAttention(shop, 'owner')).items).toContainEqual(
      expect.objectContaining({ kind: 'product_review', title: '1 avaliação espera sua leitura' }),
    );
    const { id, writtenAt } = await only();
    await showReview(shop, OWNER, id, { writtenAt });
    await answerReview(shop, OWNER, id, { answer: 'Obrigada!' });
    expect((await onPage()).reviews).toMatchObject([{ author: 'Ana S.', answer: 'Obrigada!', isUncounted: false }]);
    now += 1_000;
    expect(await writeReview(shop, ana, { ...TEXT, title: 'Mudei', showsName: false })).toBe('pending');
    expect(await onPage()).toMatchObject({ shown: 0 });
    shop.settings.reviewsShown = 'at_once';
    expect(await writeReview(shop, ana, { ...TEXT, showsName: false })).toBe('shown');
    expect((await onPage()).reviews).toMatchObject([{ author: null, answer: 'Obrigada!' }]);
  });

  test('is not shown in a text that the owner has not read', async () => {
    const ana = await buy('Ana Souza');
    await writeReview(shop, ana, TEXT);
    const { id, writtenAt } = await only();
    now += 1_000;
    await writeReview(shop, ana, { ...TEXT, title: 'Compre em outra loja' });
    await expect(showReview(shop, OWNER, id, { writtenAt })).rejects.toMatchObject({ code: 'review_rewritten' });
    expect(await only()).toMatchObject({ state: 'pending' });
  });

  test('once hidden, waits for the owner whatever its buyer does, and counts neither for nor against', async () => {
    shop.settings.reviewsShown = 'at_once';
    await ratedBy(['Ana Souza', 'Bia Prado', 'Caio Lima', 'Davi Rocha', 'Eva Reis'], 5);
    const [bad] = await ratedBy(['Fabio Melo'], 1);
    const { id, writtenAt } = (await reviews()).find(({ rating }) => rating === 1) ?? (await only());
    await hideReview(shop, OWNER, id, { writtenAt, reason: 'offence' });
    expect(await onPage()).toMatchObject({ hidden: 1, shown: 5, rating: { average: 5, count: 5 } });
    const entry = await shop.db.selectFrom('audit').selectAll().where('action', '=', 'product.hide_review').execute();
    expect(entry).toMatchObject([{ entityId: 'lote', changes: '{"hiddenReason":[null,"Ofensa"]}' }]);
    if (!bad) throw new Error('Nobody wrote it.');
    await withdrawReview(shop, bad);
    expect(await onPage()).toMatchObject({ hidden: 1 });
    now += 1_000;
    expect(await writeReview(shop, bad, TEXT)).toBe('pending');
    expect((await showReviewForm(shop, bad)).own).toMatchObject({ state: 'pending', hiddenReason: null });
  });

  test('has an average only from the fifth on, and a refund or a dispute takes its stars out', async () => {
    shop.settings.reviewsShown = 'at_once';
    await ratedBy(['Ana Souza', 'Bia Prado', 'Caio Lima', 'Davi Rocha'], 5);
    expect(await onPage()).toMatchObject({ shown: 4, rating: null });
    const [eva] = await ratedBy(['Eva Reis'], 2);
    if (!eva) throw new Error('Nobody wrote it.');
    expect((await onPage()).rating).toEqual({ average: 4.4, count: 5 });
    const news: string[] = [];
    const unsubscribe = shop.events.subscribe(CATALOG_CHANGED, () => news.push('changed'));

    const purchase = await purchaseOf(eva.itemId);
    const flag = { status: 'COMPLETED', review: 'dispute', paidCents: purchase.paidCents } as const;
    await holdForReview(shop, purchase, flag, 'worker');
    expect(await onPage()).toMatchObject({ rating: null, shown: 5 });
    await endDispute(shop, purchase, 'worker');
    expect((await onPage()).rating).toMatchObject({ count: 5 });

    await bookRefund(shop, purchase, 'admin');
    const page = await onPage();
    expect(page).toMatchObject({ rating: null, shown: 5 });
    expect(page.reviews.find(({ rating }) => rating === 2)).toMatchObject({ isUncounted: true, body: TEXT.body });
    // The beat of a process tells once more what it finds changed.
    await expect.poll(() => news.length).toBeGreaterThanOrEqual(3);
    await withdrawReview(shop, eva);
    expect(await onPage()).toMatchObject({ shown: 4 });
    unsubscribe();
  });

  test('says the editor and the system of the computer that used the plugin last', async () => {
    const ana = await buy('Ana Souza', 'curva-motion');
    const key = await shop.db
      .selectFrom('activationKeys')
      .select('id')
      .where('itemId', '=', ana.itemId)
      .executeTakeFirstOrThrow();
    const machine = { keyId: key.id, name: 'Ilha', pluginVersion: null, releasedAt: null, releasedBy: null };
    const seen = (id: string, host: string, platform: string, lastSeenAt: string) => ({
      ...{
        ...machine,
        id,
        host,
        platform,
        lastSeenAt,
        fingerprintHash: id,
        firstSeenAt: lastSeenAt,
        offlineUntil: null,
      },
    });
    await shop.db
      .insertInto('machines')
      .values([
        seen('a', 'Premiere Pro 2025', 'win32-x64', '2026-01-01T00:00:00.000Z'),
        seen('b', 'Adobe After Effects 2026', 'darwin-arm64', '2026-02-01T00:00:00.000Z'),
      ])
      .execute();
    await writeReview(shop, ana, TEXT);
    expect(await only()).toMatchObject({ editor: 'after-effects', system: 'macos-arm' });
  });

  test('leaves only its stars when its buyer is erased, and goes with the copy of their data', async () => {
    shop.settings.reviewsShown = 'at_once';
    const [ana] = await ratedBy(['Ana Souza', 'Bia Prado', 'Caio Lima', 'Davi Rocha', 'Eva Reis']);
    if (!ana) throw new Error('Nobody wrote it.');
    const copy = await exportCustomer(shop, OWNER, ana.customerId);
    expect(copy.reviews).toMatchObject([{ rating: 4, title: 'Gostei', showsName: true }]);
    await removeCustomer(shop, OWNER, ana.customerId);
    expect(await onPage()).toMatchObject({ shown: 4, rating: { count: 5 } });
    expect((await reviews()).find(({ body }) => body === '')).toMatchObject({ title: '', editor: null, answer: null });
    expect(await findReviewableItem(shop.db, ana)).toBeUndefined();
  });

  test('goes along where two customers turn out to be one person, who keeps one of each product', async () => {
    const [ana, bia] = await ratedBy(['Ana Souza', 'Bia Prado']);
    const other = await buy('Bia Prado', 'grao-16');
    await writeReview(shop, other, { ...TEXT, title: 'Outro' });
    if (!ana || !bia) throw new Error('Nobody wrote it.');
    await shop.db.transaction().execute((tx) => joinCustomers(tx, bia.customerId, ana.customerId, 'now'));
    const left = (await reviews()).map(({ productId, customerName }) => `${productId} ${customerName}`);
    expect(new Set(left)).toEqual(new Set(['grao-16 Ana Souza', 'lote Ana Souza']));
  });

  test.each([
    [{ ...TEXT, rating: '0' }, 'rating'],
    [{ ...TEXT, rating: '6' }, 'rating'],
    [{ ...TEXT, title: ' ' }, 'title'],
    [{ ...TEXT, title: 'x'.repeat(81) }, 'title'],
    [{ ...TEXT, body: 'x'.repeat(19) }, 'body'],
    [{ ...TEXT, body: 'x'.repeat(2_001) }, 'body'],
  ])('is refused as %o', (typed, field) => {
    const read = WriteReview.safeParse(typed);
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe('the mail that asks for a review', () => {
  const download = async ({ itemId }: { itemId: string }) => {
    const item = await findPurchaseItem(shop.db, itemId);
    if (!item) throw new Error('There is no such item.');
    await planReviewNotice(shop.db, shop, item);
    await countItemDownload(shop.db, itemId);
  };
  const queued = () => shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'review').execute();

  test('is queued once, fourteen days after the first download', async () => {
    const ana = await buy('Ana Souza');
    await download(ana);
    now += 13 * DAY_MS;
    await download(ana);
    await queueReviewNotices(shop);
    expect(await queued()).toEqual([]);
    now += DAY_MS;
    await download(await buy('Ana Souza'));
    await queueReviewNotices(shop);
    const [mail, ...others] = await queued();
    expect([mail?.isNotice, others]).toEqual([1, []]);
    now += 14 * DAY_MS;
    await queueReviewNotices(shop);
    expect(await queued()).toHaveLength(1);
    if (!mail) throw new Error('No mail was queued.');
    const letter = await MAIL_HANDLERS.review.write(shop, mail);
    expect(letter).toMatchObject({ kind: 'review', productName: 'Lote', to: { email: 'ana@exemplo.com.br' } });
    expect(letter?.reviewUrl).toMatch(/\/minhas-compras\/avaliar\/[0-9a-f]{32}$/);
  });

  test('goes to nobody who wrote, declined, is not reached or gave the product back, nor where it is off', async () => {
    const names = ['Ana Souza', 'Bia Prado', 'Caio Lima', 'Davi Rocha', 'Eva Reis'];
    const bought = [];
    for (const name of names) bought.push(await buy(name));
    for (const one of bought) await download(one);
    const [ana, bia, caio, davi] = bought;
    if (!ana || !bia || !caio || !davi) throw new Error('Somebody is missing.');
    now += 14 * DAY_MS;
    await queueReviewNotices(shop);
    const mails = await queued();
    expect(mails).toHaveLength(5);
    const letters = () => Promise.all(mails.map((mail) => MAIL_HANDLERS.review.write(shop, mail)));
    const [first] = await letters();
    const token = first?.unsubscribeUrl.split('/').at(-1) ?? '';
    const declined = mails[0]?.customerId;
    expect(await unsubscribeFromReviews(shop, token)).toBe(true);
    const others = bought.filter(({ customerId }) => customerId !== declined);
    const [wrote, bounced, refunded] = others;
    if (!wrote || !bounced || !refunded) throw new Error('Somebody is missing.');
    await writeReview(shop, wrote, TEXT);
    await shop.db.updateTable('customers').set({ bouncedAt: 'now' }).where('id', '=', bounced.customerId).execute();
    await bookRefund(shop, await purchaseOf(refunded.itemId), 'admin');
    expect((await letters()).filter((letter) => letter !== undefined)).toHaveLength(1);
    shop.settings.reviewNotice = 'off';
    expect((await letters()).filter((letter) => letter !== undefined)).toEqual([]);
    expect(await unsubscribeFromReviews(shop, 'forged.token')).toBe(false);
  });
});
