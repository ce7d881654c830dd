import { beforeEach, expect, test } from 'vitest';
import { findCoupon } from '#db/queries/coupons/coupons.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import { inTransaction } from '#db/transactions.ts';
import { createPurchase } from '#src/domain/payments/create-purchase.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const CODE = 'EDITA10';
const opened = openShopForEachTest();
let coupon: CouponRow;

/** Given: an order that has read its coupon and is not written yet. */
beforeEach(async () => {
  const read = await findCoupon(opened.shop.db, CODE);
  if (!read) throw new Error(`The demo has no coupon ${CODE}.`);
  coupon = read;
});

test('a coupon whose discount changed meanwhile is refused, and no purchase has the price of before', async () => {
  await changeCoupon({ discountHundredths: coupon.discountHundredths + 100 });
  await expect(write()).rejects.toMatchObject({
    code: 'coupon_invalid',
    message: 'Este cupom acabou de mudar. Confira o preço e tente de novo.',
  });
  expect(await findCoupon(opened.shop.db, CODE)).toMatchObject({ used: coupon.used });
});

test('a coupon that ended meanwhile is refused with its reason', async () => {
  await changeCoupon({ isActive: 0 });
  await expect(write()).rejects.toMatchObject({ code: 'coupon_invalid', message: 'Este cupom não está ativo.' });
  await changeCoupon({ isActive: 1, maxUses: coupon.used });
  await expect(write()).rejects.toMatchObject({
    code: 'coupon_invalid',
    message: 'Este cupom já atingiu o limite de usos.',
  });
});

test('a coupon that is as it was read counts one use', async () => {
  await expect(write()).resolves.toMatchObject({ couponCode: CODE });
  expect(await findCoupon(opened.shop.db, CODE)).toMatchObject({ used: coupon.used + 1 });
});

function write() {
  const order = {
    productId: 'grade-cinema',
    customerName: 'Ana Conceição',
    customerEmail: 'ana@exemplo.com.br',
    paymentMethod: 'pix' as const,
    couponCode: CODE,
    coupon,
  };
  const origin = { keyHash: null, requestHash: '', network: opened.shop.hashNetwork('10.1.1.1') };
  return inTransaction(opened.shop.db, (tx) => createPurchase(tx, opened.shop, order, origin));
}

async function changeCoupon(change: Partial<CouponRow>): Promise<void> {
  await opened.shop.db.updateTable('coupons').set(change).where('id', '=', coupon.id).execute();
}
