import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredLimits } from '#db/queries/instances.ts';
import type { Limits } from '#src/domain/rate-limits.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { sharedLimiter } from '#src/server/shop/shared-limiter.ts';
import { openTestDatabase, type TestDatabase } from '../support/store/test-database.ts';

const SECRET = 'um-segredo-de-todos-os-processos-1';

let database: TestDatabase;
let one: Limits;
let other: Limits;

beforeAll(async () => {
  database = await openTestDatabase();
  one = openProcess();
  other = openProcess();
});
afterAll(() => database.remove());

test('failures at two processes count together, also when they arrive at once', async () => {
  const tries = Array.from({ length: 16 }, (_, at) =>
    (at % 2 ? one : other).take('login', 'ana@loja.test|203.0.113.7'),
  );
  const allowed = (await Promise.all(tries)).filter((wait) => wait === null);
  expect(allowed).toHaveLength(8);
  expect(await other.peek('login', 'ana@loja.test|203.0.113.7')).toBeGreaterThan(0);
  expect(await other.take('login', 'bia@loja.test|203.0.113.7')).toBeNull();
});

test('what one process forgets, gives back or pauses, the other knows', async () => {
  for (let at = 0; at < 8; at += 1) await one.take('gate', 'productos|x');
  expect(await other.peek('gate', 'productos|x')).toBeGreaterThan(0);
  await other.forget('gate', 'productos|x');
  expect(await one.take('gate', 'productos|x')).toBeNull();

  await one.take('firstPollsOfAddress', '203.0.113.7');
  await one.take('firstPollsOfAddress', '203.0.113.7');
  await one.release('firstPollsOfAddress', '203.0.113.7');
  expect(await other.take('firstPollsOfAddress', '203.0.113.7')).toBeNull();

  await one.pause('bankPause', 'conta', 30_000);
  expect(await other.peek('bankPause', 'conta')).toBe(30);
});

test('a name that limits nothing remembers for all processes', async () => {
  expect(await other.peek('knownCodes', '203.0.113.7 cupom')).toBeNull();
  await one.take('knownCodes', '203.0.113.7 cupom');
  expect(await other.peek('knownCodes', '203.0.113.7 cupom')).toBeGreaterThan(0);
});

test('neither an address nor an e-mail is stored, and with another secret nothing is recognized', async () => {
  await one.take('login', 'clara@loja.test|203.0.113.99');
  const rows = await database.db.selectFrom('sharedLimits').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ key }) => /^[a-zA-Z]+:[0-9a-f]{64}$/.test(key))).toBe(true);
  const { postgres } = database;
  const stranger = openLimits(postgres && sharedLimiter({ postgres, secret: 'outro-segredo-de-trinta-e-duas-letras' }));
  expect(await stranger.peek('bankPause', 'conta')).toBeNull();
});

test('expired limits are removed, running ones stay', async () => {
  await one.pause('bankPause', 'outra conta', 60_000);
  await deleteExpiredLimits(database.db, Date.now() + 50_000);
  expect(await other.peek('bankPause', 'conta')).toBeNull();
  expect(await other.peek('bankPause', 'outra conta')).toBeGreaterThan(0);
});

test('while the database is away each process limits by itself', async () => {
  const away = await openTestDatabase();
  const limits = openLimits(away.postgres && sharedLimiter({ postgres: away.postgres, secret: SECRET }));
  await away.remove();
  const waits: (number | null)[] = [];
  for (let at = 0; at < 9; at += 1) waits.push(await limits.take('login', 'ana'));
  expect(waits.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => null));
  expect(waits[8]).toBeGreaterThan(0);
});

function openProcess(): Limits {
  if (!database.postgres) throw new Error('These tests need PostgreSQL.');
  return openLimits(sharedLimiter({ postgres: database.postgres, secret: SECRET }));
}
