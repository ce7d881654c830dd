import { expect, test } from 'vitest';
import { carryOver } from '#db/backup/restore-carry-over.ts';
import { copyDatabase, openSqlite } from '#db/client.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { createProduct } from '#src/domain/products/products.ts';
import { followRenewals } from '#src/domain/purchases/renewals.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { openTestShop } from '../../support/store/shop.ts';

const BUYER = { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;

test('a restore brings renewals since the backup unpaid, and their months once the bank says that they were paid', async () => {
  const { shop, file, close } = await openTestShop();
  const terms = { updatePolicy: 'months', updateMonths: 1, renewalPrice: 4_900 } as const;
  const sold = { name: 'Curva', price: 9_000, status: 'active', downloadUrl: 'https://arquivos.test/a.zip' } as const;
  const { id: productId } = await createProduct(shop, { id: 'dona' }, { ...sold, ...terms });
  const buy = async (more: { buyerId?: string; renewsItemId?: string } = {}) => {
    const asked = { idempotencyKey: null, clientNetwork: '' };
    const { purchaseId, transactionId } = await startPayment(shop, { ...BUYER, productId, ...more }, asked);
    await simulatePayment(shop, transactionId, 'pay');
    return purchaseId;
  };
  const renew = async (renewsItemId: string) => {
    const purchase = shop.db.selectFrom('purchases').select('customerId').where('id', '=', renewsItemId);
    const { customerId } = await purchase.executeTakeFirstOrThrow();
    await shop.db.updateTable('purchaseItems').set({ updatesUntil: today }).where('id', '=', renewsItemId).execute();
    return { renewsItemId, id: await buy({ buyerId: customerId, renewsItemId }) };
  };
  const today = dayOf(shop.clock.now());
  const known = await buy();
  await shop.db.updateTable('purchaseItems').set({ updatesUntil: today }).execute();
  const backupAt = shop.clock.now().toISOString();
  await copyDatabase(file, `${file}.backup`);
  const renewals = [await renew(known), await renew(await buy())];
  await copyDatabase(file, `${file}.former`);

  const restored = openSqlite(`file:${file}.backup`);
  carryOver(restored.sqlite, `${file}.former`, { areKeysFree: false, backupAt });
  for (const { id, renewsItemId } of renewals) {
    const [renewal, renewed] = [await findPurchaseItem(shop.db, id), await findPurchaseItem(shop.db, renewsItemId)];
    expect(await findPurchaseItem(restored.db, id)).toMatchObject({ renewsItemId, renewalMonths: 1 });
    expect((await findPurchaseItem(restored.db, renewsItemId))?.updatesUntil).toBe(today);
    const paid = { status: 'COMPLETED', completedAt: backupAt } as const;
    await restored.db.updateTable('purchases').set(paid).where('id', '=', id).execute();
    if (renewal) await followRenewals(restored.db, [renewal]);
    expect((await findPurchaseItem(restored.db, renewsItemId))?.updatesUntil).toBe(renewed?.updatesUntil);
  }
  await restored.close();
  await close();
});
