import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRandom } from '../../db/seed/random.ts';
import { isOnPostgres } from '../support/postgres/postgres-databases.ts';
import { openWorlds } from '../support/purchases/payment-world.ts';
import { furnish, liveAtRandom, type RandomWorld } from '../support/worlds/random-world.ts';
import { findBrokenBooks } from '../support/worlds/random-world-books.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());

// One on PostgreSQL takes twice as long; a night has far more of both.
const WORLDS = Number(process.env['WORLDS'] ?? (isOnPostgres() ? 40 : 60));
const FIRST = Number(process.env['FIRST_WORLD'] ?? 1);
const LONGEST_WORLD_MS = 20_000;

// Two processes share a world on PostgreSQL, and a deadlock is a finding even where a repeat hides it.
test('in worlds of many hands at once no money, key or figure goes astray', {
  timeout: WORLDS * LONGEST_WORLD_MS,
}, async () => {
  const found: string[] = [];
  for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
    for (const finding of await findingsOf(seed)) found.push(`world ${seed}: ${finding}`);
  }
  expect(found).toEqual([]);
});

async function findingsOf(seed: number): Promise<string[]> {
  const world = await worlds.begin();
  const random = startRandom(seed);
  const at: RandomWorld = { world, random, purchaseIds: [], orders: 0, keys: 0, findings: [] };
  if (isOnPostgres()) await world.openSecondProcess();
  await furnish(at);
  await liveAtRandom(at);
  at.findings.push(...(await findBrokenBooks(at)));
  await world.close().catch((error: unknown) => at.findings.push(String(error)));
  return at.findings;
}
