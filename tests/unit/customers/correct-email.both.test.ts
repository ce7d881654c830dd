import { beforeEach, expect, test } from 'vitest';
import { requestLink } from '#src/domain/buyers/sign-in.ts';
import { correctEmail } from '#src/domain/customers/correct-email.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const ANA = 'ana@exemplo.com.br';
const OWNER = { id: 'owner' };

const opened = openShopForEachTest();
let shop: Shop;

beforeEach(async () => {
  shop = opened.shop;
});

test('two customers who are joined have their figures, purchases and mail in one, also while one of them orders', async () => {
  const other = 'ana@exemplo.com';
  await sell(shop, 'lote');
  const order = (email: string) =>
    startPayment(
      shop,
      { customerName: 'Ana', customerEmail: email, paymentMethod: 'pix', productId: 'lote' },
      { idempotencyKey: null, clientNetwork: '' },
    );
  await order(other);
  await requestLink(shop, { email: other }, 'network');
  const [id, formerId] = [await idOf(ANA), await idOf(other)];

  await Promise.all([correctEmail(shop, OWNER, id, { email: other, merge: true }), order(other)]);

  const customers = shop.db.selectFrom('customers').select(['id', 'purchaseCount', 'saleCount']);
  const left = await customers.where('email', '=', other).execute();
  expect(left).toHaveLength(1);
  const purchases = shop.db.selectFrom('purchases').select('status').where('customerEmail', '=', other);
  const statuses = (await purchases.where('customerId', '=', left[0]?.id ?? '').execute()).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['COMPLETED', 'PENDING', 'PENDING']);
  expect(left).toEqual([{ id, purchaseCount: 3, saleCount: 1 }]);
  expect(await customers.where('id', '=', formerId).execute()).toEqual([]);
});

async function idOf(email: string): Promise<string> {
  const row = shop.db.selectFrom('customers').select('id').where('email', '=', email);
  return (await row.executeTakeFirstOrThrow()).id;
}
