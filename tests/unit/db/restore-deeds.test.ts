import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carryOver } from '#db/backup/restore-carry-over.ts';
import { copyDatabase, type OpenSqlite, openSqlite } from '#db/client.ts';
import { insertActivationKeys, replaceKey } from '#db/queries/keys/activation-keys.ts';
import { removeKey } from '#src/domain/keys/activation-keys.ts';
import { deliverAllWaitingKeys } from '#src/domain/keys/key-delivery.ts';
import { decidePartialReturn, resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { readPushKey } from '#src/server/shop/push-key.ts';
import { COUPON, OWNER, openWorlds, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;
let restored: OpenSqlite;
const ids: Record<string, string> = {};

/** The backup has one of each state, and then something happens to it. */
beforeAll(async () => {
  worlds = await openWorlds();
  world = await worlds.begin();
  await world.shop.db.deleteFrom('activationKeys').execute();
  for (const name of ['returned', 'deleted', 'kept', 'revoked', 'replaced', 'commission']) {
    await stock(`KEY-OF-${name}`);
    await buy(name, name === 'commission' ? COUPON : null);
  }
  for (const name of ['kept', 'revoked']) {
    Object.assign(chargeOf(name), { returnedCents: 5_000 });
    await settlePayment(world.shop, ids[name] ?? '', 'admin');
  }
  await buy('waiting');
  await order('unpaid');
  const file = await fileOf(world);
  const backupAt = new Date(world.now).toISOString();
  await addDevice('of then', backupAt);
  await copyDatabase(file, `${file}.backup`);
  world.now += 60_000;

  await stock('KEY-OF-waiting');
  await deliverAllWaitingKeys(world.shop);
  await stock('KEY-OF-unpaid');
  await pay('unpaid');
  await stock('KEY-OF-later');
  await buy('later');
  const upgrades = { upgradesItemId: ids['replaced'] ?? '', replacesKey: 1 } as const;
  await world.shop.db
    .updateTable('purchaseItems')
    .set(upgrades)
    .where('id', '=', ids['later'] ?? '')
    .execute();
  await replaceKey(world.shop.db, ids['later'] ?? '', backupAt);
  await resolveSale(world.shop, OWNER, ids['returned'] ?? '', { outcome: 'returned', reason: 'Devolvido por fora.' });
  await removeKey(world.shop, OWNER, (await keyRow('deleted')).id, null);
  await decidePartialReturn(world.shop, OWNER, ids['kept'] ?? '', { decision: 'keep' });
  await decidePartialReturn(world.shop, OWNER, ids['revoked'] ?? '', { decision: 'revoke' });
  await world.shop.db.updateTable('affiliateSales').set({ status: 'paid', paidAt: backupAt }).execute();
  while ((await deliverDueMail(world.shop)) > 0);

  await readPushKey(world.shop.db);
  await world.shop.db.deleteFrom('notifiedDevices').execute();
  await addDevice('of now', backupAt);
  await copyDatabase(file, `${file}.former`);
  restored = openSqlite(`file:${file}.backup`);
  const carried = carryOver(restored.sqlite, `${file}.former`, { areKeysFree: false, backupAt });
  if (!carried.isFormerRead) throw new Error('The database before the restore was not read.');
});
afterAll(async () => {
  await restored.close();
  await world.close();
  await worlds.close();
});

describe('after a restore', () => {
  test('the devices of now are told, under the key that they know, and nothing of the backup', async () => {
    expect(await restored.db.selectFrom('notifiedDevices').select('id').execute()).toEqual([{ id: 'of now' }]);
    expect(await restored.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
    expect(await readPushKey(restored.db)).toBe(await readPushKey(world.shop.db));
  });

  test.each([
    ['waiting', 'COMPLETED', null],
    ['unpaid', 'PENDING', null],
    ['later', 'PENDING', null],
    ['returned', 'REFUNDED', 'refunded'],
    ['deleted', 'COMPLETED', 'deleted'],
    ['kept', 'COMPLETED', null],
    ['revoked', 'COMPLETED', 'refunded'],
    ['replaced', 'COMPLETED', 'deleted'],
    ['commission', 'COMPLETED', null],
  ])('the purchase %s is %s, its key as it was left (%s)', async (name, status, revokedReason) => {
    const purchase = await rowOf('purchases', ids[name]);
    expect(purchase).toMatchObject({ status, review: null });
    const key = restored.sqlite.prepare('SELECT key, "revokedReason" FROM "activationKeys" WHERE "itemId" = ?');
    expect(key.all(ids[name])).toEqual([
      { key: `KEY-OF-${name}`, revokedReason: expect.toSatisfy(sameAs(revokedReason)) },
    ]);
    expect(await rowOf('purchaseItems', ids[name])).toMatchObject({ keyWaitingSince: null });
  });

  test('an upgrade names its license, whose key it replaced', async () => {
    expect(await rowOf('purchaseItems', ids['later'])).toMatchObject({
      upgradesItemId: ids['replaced'],
      replacesKey: 1,
    });
    const replaced = restored.sqlite
      .prepare('SELECT "replacedByItemId" FROM "activationKeys" WHERE "itemId" = ?')
      .pluck();
    expect(replaced.get(ids['replaced'])).toBe(ids['later']);
  });

  test('a commission that was paid is paid', () => {
    const statement = restored.sqlite.prepare('SELECT status FROM "affiliateSales"').pluck();
    expect(statement.all()).toEqual(['paid']);
  });

  test.each(['unpaid', 'later'])('the receipt of %s, which is settled anew, has left', (name) => {
    const statement = restored.sqlite.prepare('SELECT state FROM outbox WHERE dedup = ?').pluck();
    expect(statement.all(`receipt:${ids[name]}`)).toEqual(['sent']);
  });

  test('no mail that has left waits to leave again', () => {
    const statement = restored.sqlite
      .prepare<[], number>(`SELECT count(*) FROM outbox WHERE state = 'waiting'`)
      .pluck();
    expect(statement.get()).toBe(0);
  });
});

async function addDevice(id: string, at: string): Promise<void> {
  const keys = { endpoint: 'https://push.test', publicKey: '', authSecret: '', name: '' };
  const user = await world.shop.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const device = { id, ...keys, userId: user.id, createdAt: at, nextAttemptAt: at };
  await world.shop.db.insertInto('notifiedDevices').values(device).execute();
  const about = { kind: 'sale', subjectId: ids['kept'] ?? '' } as const;
  await world.shop.db
    .insertInto('notifications')
    .values({ ...about, deviceId: id, createdAt: at })
    .execute();
}

function sameAs(reason: string | null) {
  return (found: unknown) => (reason === null ? found === null : found !== null);
}

async function order(name: string, couponCode: string | null = null): Promise<void> {
  const buyer = { customerName: name, customerEmail: `${name}@exemplo.com.br`, paymentMethod: 'pix' } as const;
  const wanted = { ...buyer, productId: 'with-keys', couponCode };
  ids[name] = (await startPayment(world.shop, wanted, { idempotencyKey: null, clientNetwork: name })).purchaseId;
  const row = await world.shop.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', ids[name])
    .executeTakeFirstOrThrow();
  references[name] = row.providerReference;
}

const references: Record<string, string> = {};

async function buy(name: string, couponCode: string | null = null): Promise<void> {
  await order(name, couponCode);
  await pay(name);
}

async function pay(name: string): Promise<void> {
  const row = await world.shop.db
    .selectFrom('purchases')
    .select('totalCents')
    .where('id', '=', ids[name] ?? '')
    .executeTakeFirstOrThrow();
  Object.assign(chargeOf(name), { state: 'paid', paidCents: row.totalCents, paidAt: new Date(world.now) });
  await settlePayment(world.shop, ids[name] ?? '', 'worker');
}

function chargeOf(name: string): object {
  const charge = world.bank.charges.get(references[name] ?? '');
  if (!charge) throw new Error(`The bank has no charge of ${name}.`);
  return charge;
}

async function stock(key: string): Promise<void> {
  const createdAt = new Date(world.now).toISOString();
  await insertActivationKeys(world.shop.db, [{ id: randomUUID(), productId: 'with-keys', key, createdAt }]);
}

function keyRow(name: string) {
  const keys = world.shop.db.selectFrom('activationKeys').selectAll();
  return keys.where('itemId', '=', ids[name] ?? '').executeTakeFirstOrThrow();
}

async function rowOf(table: 'purchases' | 'purchaseItems', id: string | undefined) {
  return restored.db
    .selectFrom(table)
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
}

async function fileOf({ shop }: World): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(
    shop.db,
  );
  return rows[0]?.file ?? '';
}
