import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carryOver } from '#db/backup/restore-carry-over.ts';
import { copyDatabase, type OpenSqlite, openSqlite } from '#db/client.ts';
import { findPartner, updatePartner } from '#db/queries/affiliates/partners.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { closePayouts, listPayable } from '#src/domain/payouts/close-payouts.ts';
import { listAllPayouts, payPayout, showPayout } from '#src/domain/payouts/payouts.ts';
import type { Shop } from '#src/domain/shop.ts';
import { giveKey, PARTNER_ID, release, sellIndicated } from '../../support/purchases/partners.ts';
import { COUPON, OWNER, openWorlds, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;
let restored: OpenSqlite;
let shop: Shop;
const ids: Record<string, string> = {};

/** The backup knows the first sale; all were paid to the partner since, but the last, which nobody has paid yet. */
beforeAll(async () => {
  worlds = await openWorlds();
  world = await worlds.begin();
  world.shop = { ...world.shop, drawQrCode: async () => '', settings: { ...world.shop.settings, payoutMinimum: 5 } };
  await giveKey(world);
  ids['known'] = await sellIndicated(world, { clickedDaysAgo: 1 });
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    world.shop.db,
  );
  const file = rows[0]?.file ?? '';
  const backupAt = new Date(world.now).toISOString();
  await copyDatabase(file, `${file}.backup`);
  world.now += 60_000;

  ids['link'] = await sellIndicated(world, { clickedDaysAgo: 1, email: 'bia@exemplo.com.br' });
  ids['coupon'] = await sellIndicated(world, { couponCode: COUPON, email: 'rui@exemplo.com.br' });
  release(world);
  const [payout] = await closePayouts(world.shop, OWNER, {});
  await payPayout(world.shop, OWNER, payout?.id ?? '', {});
  ids['payout'] = payout?.id ?? '';
  ids['unpaid'] = await sellIndicated(world, { clickedDaysAgo: 1, email: 'leo@exemplo.com.br' });
  await updatePartner(world.shop.db, PARTNER_ID, { pixKeyType: 'email', pixKey: 'nova@exemplo.com.br' });

  await copyDatabase(file, `${file}.former`);
  restored = openSqlite(`file:${file}.backup`);
  shop = { ...world.shop, db: restored.db };
  const carried = carryOver(restored.sqlite, `${file}.former`, { areKeysFree: false, backupAt });
  if (!carried.isFormerRead) throw new Error('The database before the restore was not read.');
});
afterAll(async () => {
  await restored.close();
  await world.close();
  await worlds.close();
});

test('a restore keeps what was paid to partners since the backup, with all its sales', async () => {
  expect(await listAllPayouts(shop)).toMatchObject([{ id: ids['payout'], state: 'paid', sales: 3 }]);
  const { lines } = await showPayout(shop, ids['payout'] ?? '');
  expect(new Set(lines.map(({ purchaseId }) => purchaseId))).toEqual(
    new Set([ids['known'], ids['link'], ids['coupon']]),
  );
});

test('sales that the bank brings back are paid to their partner once', async () => {
  for (const name of ['link', 'coupon', 'unpaid']) {
    const { status } = await purchaseOf(name);
    expect(status, name).toBe('PENDING');
    await settlePayment(shop, ids[name] ?? '', 'worker');
    expect((await purchaseOf(name)).status, name).toBe('COMPLETED');
  }
  expect(await listPayable(shop)).toEqual([]);
  release(world);
  expect(await listPayable(shop)).toMatchObject([{ sales: 1, returns: 0, amount: 9.99 }]);
  const commissions = await restored.db.selectFrom('affiliateSales').select(['purchaseId', 'status']).execute();
  expect(Object.fromEntries(commissions.map(({ purchaseId, status }) => [purchaseId, status]))).toEqual({
    [ids['known'] ?? '']: 'paid',
    [ids['link'] ?? '']: 'paid',
    [ids['coupon'] ?? '']: 'paid',
    [ids['unpaid'] ?? '']: 'pending',
  });
});

test('a key that the partner gave up is paid to no more', async () => {
  expect(await findPartner(restored.db, PARTNER_ID)).toMatchObject({ pixKey: 'nova@exemplo.com.br' });
});

function purchaseOf(name: string) {
  return restored.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', ids[name] ?? '')
    .executeTakeFirstOrThrow();
}
