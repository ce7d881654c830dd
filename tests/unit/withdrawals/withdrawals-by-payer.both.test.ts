import { expect, test } from 'vitest';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { OWNER, type World } from '../../support/purchases/payment-world.ts';
import { beginEachAnew } from '../../support/worlds/fresh-worlds.ts';

const ANA = '52998224725';
const BIA = '11144477735';
const EMAILS = ['ana@exemplo.com.br', 'contato@estudio.com.br', 'financeiro@estudio.com.br'];

let world: World;

beginEachAnew((fresh) => {
  world = fresh;
});

test.each([
  ['the same person', [ANA, ANA, ANA], ['refunded', 'refunded', 'requested']],
  ['different people', [ANA, BIA, ANA], ['refunded', 'refunded', 'refunded']],
  ['nobody that the bank names', [undefined, undefined, undefined], ['refunded', 'refunded', 'refunded']],
])('three withdrawals of three addresses, paid by %s', async (_, documents, expected) => {
  const states: string[] = [];
  for (const [at, email] of EMAILS.entries()) {
    const purchaseId = await sell(email, documents[at]);
    states.push((await withdraw(world.shop, purchaseId, { email, reason: null })).state);
  }
  expect(states).toEqual(expected);
});

test('two withdrawals of one payer at once are counted one after the other', async () => {
  const ids = await Promise.all(EMAILS.map((email) => sell(email, ANA)));
  const asked = await Promise.all(
    ids.map((id, at) => withdraw(world.shop, id, { email: EMAILS[at] ?? '', reason: null })),
  );
  expect(asked.map(({ state }) => state).toSorted()).toEqual(['refunded', 'refunded', 'requested']);
});

test('the document is kept as a hash, learned from a later reading too, and forgotten with its buyer', async () => {
  const [email = ''] = EMAILS;
  const id = await sell(email, undefined);
  expect(await payerOf(id)).toBeNull();
  chargeOf(await referenceOf(id)).payerDocument = ANA;
  await settlePayment(world.shop, id, 'admin');
  expect(await payerOf(id)).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(await world.shop.db.selectFrom('purchases').selectAll().execute())).not.toContain(ANA);

  const { customerId } = await rowOf(id);
  await removeCustomer(world.shop, OWNER, customerId);
  await settlePayment(world.shop, id, 'admin');
  expect(await payerOf(id)).toBeNull();
});

async function sell(customerEmail: string, payerDocument: string | undefined): Promise<string> {
  const buyer = {
    customerName: 'Ana Conceição',
    customerEmail,
    paymentMethod: 'pix',
    productId: 'without-keys',
  } as const;
  const { purchaseId } = await startPayment(
    world.shop,
    { ...buyer, couponCode: null },
    { idempotencyKey: customerEmail, clientNetwork: '' },
  );
  const charge = chargeOf(await referenceOf(purchaseId));
  const paidAt = new Date(world.now);
  Object.assign(charge, { state: 'paid', paidCents: charge.request.amountCents, paidAt, payerDocument });
  await settlePayment(world.shop, purchaseId, 'webhook');
  return purchaseId;
}

function rowOf(id: string) {
  return world.shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function payerOf(id: string): Promise<string | null> {
  return (await rowOf(id)).payerHash;
}

async function referenceOf(id: string): Promise<string> {
  return (await rowOf(id)).providerReference;
}

function chargeOf(reference: string) {
  const charge = world.bank.charges.get(reference);
  if (!charge) throw new Error('The bank has no such charge.');
  return charge;
}
