import { expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { bookRefund } from '#src/domain/payments/refunds/book-refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct, editProduct } from '#src/domain/products/products.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';

const OWNER = { id: 'owner' };

const opened = openShopForFile();
let made = 0;

test('what ten customers bought besides goes with it, and not what nine did, however often', async () => {
  const [one, other] = [await newPlugin('Par um'), await newPlugin('Par outro')];
  const [tenth = '', ...nine] = tenOf('par');
  for (const email of nine) await buy(email, one, other);
  for (let again = 0; again < 3; again += 1) await buy(nine[0] ?? '', one, other);
  expect(await together('par-um')).toEqual([]);
  await buy(tenth, one);
  const last = await buy(tenth, other);
  expect([await together('par-um'), await together('par-outro')]).toEqual([['Par outro'], ['Par um']]);

  await editProduct(opened.shop, OWNER, other, { status: 'Inativo' });
  expect(await together('par-um')).toEqual([]);
  await editProduct(opened.shop, OWNER, other, { status: 'active' });
  await erase(nine[0] ?? '');
  expect(await together('par-um')).toEqual(['Par outro']);
  await refund(last);
  expect(await together('par-um')).toEqual([]);
});

test('the three of most customers stand there, then by name', async () => {
  const [one, ...others] = await Promise.all(
    ['Eixo', 'Delta', 'Alfa', 'Ômega', 'Ágata'].map((name) => newPlugin(name)),
  );
  if (!one) throw new Error('Nothing was made.');
  for (const email of tenOf('nomes')) await buy(email, one, ...others);
  await buy('mais@exemplo.com.br', one, others[2] ?? '');
  expect(await together('eixo')).toEqual(['Ômega', 'Ágata', 'Alfa']);
});

test('who bought a kit chose none of its parts, and its page shows none of them', async () => {
  const [one, other, beside] = [await newPlugin('Peça um'), await newPlugin('Peça outra'), await newPlugin('Avulso')];
  const form = { name: 'Kit de peças', price: 8_000, downloadUrl: '', kind: 'kit', status: 'active' } as const;
  const parts = [one, other].map((productId) => ({ productId, name: '' }));
  const { id: kit } = await createProduct(opened.shop, OWNER, { ...form, parts });
  for (const email of tenOf('kit')) {
    await buy(email, kit);
    await buy(email, one, beside);
  }
  expect(await together('kit-de-pecas')).toEqual(['Avulso']);
  expect(await together('peca-um')).toEqual(['Avulso']);
  expect(await together('peca-outra')).toEqual([]);
  expect(await together('avulso')).toEqual(['Kit de peças', 'Peça um']);
});

function tenOf(name: string): string[] {
  return Array.from({ length: 10 }, (_, at) => `${name}${at}@exemplo.com.br`);
}

async function together(slug: string): Promise<string[]> {
  const found = await findProductPage(opened.shop, slug);
  if (found.state !== 'shown') throw new Error(`The page of ${slug} is not shown.`);
  return found.page.together.map(({ name }) => name);
}

async function buy(customerEmail: string, productId: string, ...furtherProductIds: string[]): Promise<string> {
  made += 1;
  const order = { customerName: 'Ana Conceição', customerEmail, paymentMethod: 'pix', productId } as const;
  const asked = { idempotencyKey: null, clientNetwork: `10.9.${made % 250}.${Math.floor(made / 250)}` };
  const { purchaseId, transactionId } = await startPayment(opened.shop, { ...order, furtherProductIds }, asked);
  await simulatePayment(opened.shop, transactionId, 'pay');
  return purchaseId;
}

async function erase(email: string): Promise<void> {
  const { shop } = opened;
  const { id } = await shop.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await removeCustomer(shop, OWNER, id);
}

async function refund(id: string): Promise<void> {
  const purchase = await findPurchase(opened.shop.db, id);
  if (!purchase) throw new Error('The purchase was not stored.');
  await bookRefund(opened.shop, purchase, 'admin');
}

async function newPlugin(name: string): Promise<string> {
  const file = { downloadUrl: 'https://arquivos.test/a.zip', status: 'active', requiresActivation: false } as const;
  return (await createProduct(opened.shop, OWNER, { name, price: 5_000, ...file })).id;
}
