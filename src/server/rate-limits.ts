import { createHmac, createSecretKey } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { PostgresServer } from '#db/postgres.ts';
import type { LimitName, Limits } from '#src/domain/shop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/durations.ts';

export type SharedStore = { pool: PostgresServer['pool']; secret: string };

/**
 * Failures count per account and address, addresses alone widely, because hundreds of homes share one address in Brazil.
 * All processes of a shop count together where they have a store in common.
 */
export function openLimits(shared?: SharedStore): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWANCES).map(([name, { points, durationMs }]) => {
      const allowance = { keyPrefix: name, points, duration: durationMs / SECOND_MS };
      return [name, shared ? sharedLimiter(shared, allowance) : new RateLimiterMemory(allowance)];
    }),
  );
  const of = (name: LimitName) => {
    const limiter = limiters[name];
    if (!limiter) throw new Error(`there is no limit called ${name}`);
    return limiter;
  };
  const secret = shared && createSecretKey(shared.secret, 'utf8');
  const storedKey = (key: string) => (secret ? createHmac('sha256', secret).update(key).digest('hex') : key);
  return {
    take: (name, key) =>
      of(name)
        .consume(storedKey(key))
        .then(() => null, waitOf),
    async peek(name, key) {
      const used = await of(name).get(storedKey(key));
      return used && used.consumedPoints >= ALLOWANCES[name].points ? seconds(used) : null;
    },
    async release(name, key) {
      await of(name).reward(storedKey(key));
    },
    async forget(name, key) {
      await of(name).delete(storedKey(key));
    },
    async pause(name, key, forMs) {
      await of(name).block(storedKey(key), Math.ceil(forMs / SECOND_MS));
    },
  };
}

type Allowance = { keyPrefix: string; points: number; duration: number };

/** While the database is away each process counts for itself. */
function sharedLimiter({ pool }: SharedStore, allowance: Allowance): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...allowance,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'sharedLimits',
    tableCreated: true,
    // Expired rows are the worker's.
    clearExpiredByTimeout: false,
    // Spares the database a flood; a key that used all its points without a refusal may still get one back.
    inMemoryBlockOnConsumed: allowance.points + 1,
    insuranceLimiter: new RateLimiterMemory(allowance),
  });
}

const ALLOWANCES: Record<LimitName, { points: number; durationMs: number }> = {
  login: { points: 8, durationMs: 10 * MINUTE_MS },
  loginByAddress: { points: 300, durationMs: 10 * MINUTE_MS },
  gate: { points: 8, durationMs: 10 * MINUTE_MS },
  ownPassword: { points: 8, durationMs: 10 * MINUTE_MS },
  unknownKeys: { points: 120, durationMs: 10 * MINUTE_MS },
  knownKey: { points: 60, durationMs: 10 * MINUTE_MS },
  versionChecks: { points: 600, durationMs: 10 * MINUTE_MS },
  machineMoves: { points: 30, durationMs: 10 * MINUTE_MS },
  unknownCodes: { points: 60, durationMs: 10 * MINUTE_MS },
  // Remembers who has shown a right code; limits nothing.
  rightCodes: { points: 1, durationMs: DAY_MS },
  orders: { points: 6_000, durationMs: 10 * MINUTE_MS },
  // Passes more in ten minutes than a launch brings.
  slowedOrders: { points: 50, durationMs: 10 * SECOND_MS },
  sharedPolls: { points: 100, durationMs: 10 * SECOND_MS },
  sharedPollsOfAddress: { points: 60, durationMs: 10 * SECOND_MS },
  reservedPolls: { points: 100, durationMs: 10 * SECOND_MS },
  reservedPollsOfAddress: { points: 2, durationMs: 10 * SECOND_MS },
  handedPolls: { points: 1, durationMs: 10 * SECOND_MS },
  handedPollsOfAddress: { points: 40, durationMs: 10 * SECOND_MS },
  waitingBuyer: { points: 1, durationMs: MINUTE_MS },
  buyerLinks: { points: 3, durationMs: HOUR_MS },
  buyerLinksOfNetwork: { points: 30, durationMs: 10 * MINUTE_MS },
  buyerSignIns: { points: 60, durationMs: 10 * MINUTE_MS },
  // Six digits must not be guessed in a year; the link works all the same.
  buyerCodes: { points: 20, durationMs: DAY_MS },
  recoveries: { points: 10, durationMs: HOUR_MS },
  recoveriesOfAddress: { points: 20, durationMs: DAY_MS },
  emailChanges: { points: 5, durationMs: HOUR_MS },
  // A household or an office behind one address opens fewer.
  visits: { points: 600, durationMs: 10 * MINUTE_MS },
  // Of one administrator.
  mailTests: { points: 5, durationMs: 10 * MINUTE_MS },
  retakes: { points: 20, durationMs: HOUR_MS },
  bankPause: { points: 1, durationMs: MINUTE_MS },
  stockNotices: { points: 20, durationMs: HOUR_MS },
  // Of one purchase.
  withdrawals: { points: 5, durationMs: HOUR_MS },
};

function waitOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return seconds(refused);
  throw refused;
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / SECOND_MS));
}
