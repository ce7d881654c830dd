import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isSqlite } from '#db/engine.ts';
import { insertAudit, listAuditAfter } from '#db/queries/audit/audit.ts';
import { SEAL_VERSION, sealedColumns, sealTrailWith, trailKeyOf } from '#db/queries/audit/seals.ts';
import { deleteSecret } from '#db/queries/secrets/secrets.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { recordChange } from '#src/domain/audit/audit.ts';
import { acceptTrail, openTrail, readTrailKey, TRAIL_KEY, verifyTrail } from '#src/domain/audit/seal-trail.ts';
import { checkTrailEachNight } from '#src/domain/audit/watch-trail.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { showHealth } from '#src/domain/upkeep/health.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { trailSentences } from '#src/wire/upkeep/trail-check.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const OWNER = { id: 'owner' };
let opened: OpenTestShop;
let db: Database;

beforeAll(async () => {
  opened = await openTestShop({ connections: 6 });
  db = opened.shop.db;
  // Whoever has the database takes the triggers away, too.
  for (const name of ['auditIsNeverChanged', 'auditIsNeverDeleted']) {
    await sql`drop trigger ${sql.id(name)}${isSqlite(db) ? sql`` : sql` on audit`}`.execute(db);
  }
});
afterAll(() => opened.close());

beforeEach(async () => {
  await acceptTrail(opened.shop);
  for (let at = 0; at < 6; at += 1) await note(`entry-${at}`);
  if ((await told()).length > 0) throw new Error('The trail is not whole before the test.');
});

function note(entityId: string, at: Database = db): Promise<void> {
  return inTransaction(at, (tx) => recordChange(tx, opened.shop, OWNER, { action: 'coupon.update', entityId }));
}

async function told(): Promise<string[]> {
  return trailSentences(await verifyTrail(db, new Date()));
}

async function lastId(): Promise<number> {
  return (await listAuditAfter(db, 0, 10_000)).at(-1)?.id ?? 0;
}

test('covers each column of the trail', async () => {
  const [row = {}] = await listAuditAfter(db, 0, 1);
  expect([...sealedColumns(SEAL_VERSION), 'seal', 'kind'].toSorted()).toEqual(Object.keys(row).toSorted());
});

test('who write at once, in several processes, some in vain, make one chain', async () => {
  // A file has one process.
  const others = isSqlite(db) ? [] : [opened.openElsewhere(), opened.openElsewhere()];
  for (const other of others) sealTrailWith(other, trailKeyOf(db));
  const before = await lastId();
  const writes = Array.from({ length: 60 }, (_, at) =>
    inTransaction(others[at % 3] ?? db, async (tx) => {
      await recordChange(tx, opened.shop, OWNER, { action: 'coupon.update', entityId: `at-once-${at}` });
      if (at % 5 === 0) throw new Error('undone');
    }).catch((error: unknown) => error),
  );
  const undone = (await Promise.all(writes)).filter((error) => error !== undefined);
  for (const other of others) await other.destroy();

  expect(undone).toEqual(Array.from({ length: 12 }, () => new Error('undone')));
  expect(await lastId()).toBe(before + 48);
  expect(await told()).toEqual([]);
});

test('an entry that was changed is told with its place, and again after the change of what was accepted', async () => {
  const id = (await lastId()) - 3;
  await db.updateTable('audit').set({ actorId: 'somebody else' }).where('id', '=', id).execute();
  expect(await told()).toEqual([`Foi mudada a entrada ${id}.`]);

  await acceptTrail(opened.shop);
  await note('later');
  expect(await told()).toEqual([]);

  await db.updateTable('audit').set({ actorId: OWNER.id }).where('id', '=', id).execute();
  expect(await told()).toEqual([]);
  await db.updateTable('audit').set({ actorId: 'a third' }).where('id', '=', id).execute();
  expect(await told()).toEqual([`Foi mudada a entrada ${id}.`]);
});

test('entries that were removed are told, also the last ones', async () => {
  const last = await lastId();
  await db
    .deleteFrom('audit')
    .where('id', 'in', [last - 4, last - 3])
    .execute();
  expect(await told()).toEqual([`Faltam as entradas de ${last - 4} a ${last - 3}.`]);

  await db.deleteFrom('audit').where('id', '=', last).execute();
  expect(await told()).toEqual([`Faltam as entradas de ${last - 4} a ${last - 3}.`, `Falta a entrada ${last}.`]);
});

test('an entry that was written by hand is told, also with a copied seal', async () => {
  const [copied] = await listAuditAfter(db, (await lastId()) - 1, 1);
  if (!copied) throw new Error('The trail is empty.');
  const { at, actorId, action, entity, entityId, fields, seal } = copied;
  const forged = { at, actorId, action, entity, entityId, fields };
  await db
    .insertInto('audit')
    .values({ ...forged, seal: null })
    .execute();
  const id = await lastId();
  await note('a true one');
  expect(await told()).toEqual([`Foi escrita à mão, ou por uma versão anterior da loja, a entrada ${id}.`]);

  await db
    .insertInto('audit')
    .values({ ...forged, seal })
    .execute();
  expect(await told()).toContain(`Foi mudada a entrada ${await lastId()}.`);
});

test('a forged acceptance accepts nothing', async () => {
  const id = await lastId();
  await db.updateTable('audit').set({ at: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
  const row = { at: new Date().toISOString(), actorId: 'command', action: 'audit.accept', entity: 'audit' };
  await db
    .insertInto('audit')
    .values({ ...row, entityId: 'a'.repeat(64), fields: '[]', seal: `1:${'a'.repeat(64)}` })
    .execute();
  expect(await told()).toEqual([`Foram mudadas as entradas de ${id} a ${id + 1}.`]);
});

test('who takes seals and key away is told, or seen to begin anew', async () => {
  await db.updateTable('audit').set({ seal: null }).execute();
  await openTrail(opened.shop);
  expect((await told()).join()).toContain('escritas à mão');

  await deleteSecret(db, TRAIL_KEY);
  const last = await lastId();
  await openTrail(opened.shop);
  expect((await told()).filter((sentence) => !sentence.startsWith('Falta'))).toEqual([]);
  expect((await listAuditAfter(db, last, 2)).map(({ action, count }) => [action, count])).toEqual([
    ['audit.begin', last],
  ]);
});

test('without the key nothing is judged and nobody is stopped, until the owner accepts', async () => {
  const encryption = { ...opened.shop.encryption, decrypt: async () => null };
  await openTrail({ ...opened.shop, encryption });
  await note('unsealed');
  const check = await verifyTrail(db, new Date());
  expect(check).toMatchObject({ isKeyLost: true });
  expect(check.breaks).toContainEqual({ kind: 'unsealed', from: await lastId(), to: await lastId() });

  await acceptTrail(opened.shop);
  await note('sealed by the new key');
  expect(await told()).toEqual([]);
  await readTrailKey(opened.shop);
  expect(await told()).toEqual([]);
});

test('an erasure leaves it whole', async () => {
  await sell(opened.shop, 'lote');
  const { id } = await db.selectFrom('customers').select('id').where('email', 'is not', null).executeTakeFirstOrThrow();
  await removeCustomer(opened.shop, OWNER, id);
  expect(await told()).toEqual([]);
});

test('each night looks once, and the owner is told', async () => {
  let now = Date.now();
  const shop = opened.with({ clock: { now: () => new Date(now) } });
  await checkTrailEachNight(shop);
  expect((await showHealth(shop)).trail).toMatchObject({ breaks: [], isKeyLost: false });

  const id = await lastId();
  const entry = { at: '2026-01-01T00:00:00.000Z', actorId: 'command', action: 'backup.create', entity: 'backup' };
  sealTrailWith(opened.shop.db, null);
  await insertAudit(db, { ...entry, entityId: 'all', fields: '[]' });
  await readTrailKey(opened.shop);
  await checkTrailEachNight(shop);
  expect((await showHealth(shop)).trail?.breaks).toEqual([]);

  now += DAY_MS;
  await checkTrailEachNight(shop);
  const items = (await showAttention(shop, 'owner')).items.filter(({ kind }) => kind === 'trail');
  expect(items).toEqual([
    expect.objectContaining({
      title: 'A trilha de auditoria foi mudada por fora da loja',
      detail: `Foi escrita à mão, ou por uma versão anterior da loja, a entrada ${id + 1}.`,
    }),
  ]);
});
