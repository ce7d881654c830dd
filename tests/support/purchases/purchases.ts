import { setTimeout as wait } from 'node:timers/promises';
import { type Client, login } from '../calls/client.ts';
import type { Store } from '../store/store.ts';
import { actAtSandbox, buy, expectStatus, startPurchase } from './buy.ts';

export async function purchasesInEachState(store: Store, client: Client): Promise<Record<string, string>> {
  const paid = await buy(client, { productId: 'grade-cinema', couponCode: 'EDITA10' });
  const withoutKey = await buy(client, { productId: 'grao-16' });
  const pending = await startPurchase(client, { productId: 'lote' });
  const rejected = await startPurchase(client, { productId: 'lote' });
  await actAtSandbox(client, rejected.transactionId, 'reject');
  const expired = await startPurchase(client, { productId: 'lote' });
  await actAtSandbox(client, expired.transactionId, 'expire');
  const short = await startPurchase(client, { productId: 'lote' });
  await bankSays(store, short.purchaseId, { state: 'paid', amountCents: 100, paidAt: new Date().toISOString() });
  await client.get(`/api/payments/status/${short.transactionId}`);
  return {
    pending: pending.purchaseId,
    paid: paid.id,
    'paid, without a key': withoutKey.id,
    'paid, its key on the way': await buyWithoutKeys(store, client, 'transita'),
    'under review': short.purchaseId,
    rejected: rejected.purchaseId,
    expired: expired.purchaseId,
    refunded: await buyAndRefund(store, client),
  };
}

/** Removes all free keys first. */
export async function buyWithoutKeys(store: Store, client: Client, productId: string): Promise<string> {
  await store
    .database()
    .deleteFrom('activationKeys')
    .where('productId', '=', productId)
    .where('itemId', 'is', null)
    .execute();
  return (await buy(client, { productId })).id;
}

export async function buyAndRefund(store: Store, client: Client): Promise<string> {
  const { id } = await buy(client, { productId: 'lote' });
  await giveBack(await login(store), id);
  return id;
}

export async function giveBack(owner: Client, purchaseId: string): Promise<void> {
  expectStatus(await owner.post(`/api/admin/purchases/${purchaseId}/refund`), 200);
}

export async function bankSays(
  store: Store,
  purchaseId: string,
  values: { state: 'paid' | 'refunded'; amountCents?: number; paidAt?: string },
): Promise<void> {
  const { providerReference } = await purchaseRow(store, purchaseId);
  await store.database().updateTable('sandboxCharges').set(values).where('reference', '=', providerReference).execute();
}

/** Waits until the store has recorded it, a moment after the message. */
export async function receiptSent(store: Store, purchaseId: string): Promise<void> {
  const events = store.database().selectFrom('purchaseEvents').select('id').where('purchaseId', '=', purchaseId);
  const deadline = Date.now() + 240_000;
  while ((await events.where('event', '=', 'mailed').execute()).length === 0) {
    if (Date.now() > deadline) throw new Error('The receipt did not leave.');
    await wait(50);
  }
}

export function purchaseRow(store: Store, id: string) {
  return store.database().selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function purchasesOf(store: Store, email: string) {
  return store.database().selectFrom('purchases').select('id').where('customerEmail', '=', email).execute();
}
