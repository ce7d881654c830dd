import { createHmac, createSecretKey } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { PostgresServer } from '#db/engines/postgres.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import type { OpenLimiter } from './memory-limiter.ts';

export type SharedStore = { postgres: Pick<PostgresServer, 'query'>; secret: string };

/** Each process counts for itself while the database is away. */
export function sharedLimiter({ postgres, secret }: SharedStore): OpenLimiter {
  const hashKey = createSecretKey(secret, 'utf8');
  const storedKey = (key: string) => createHmac('sha256', hashKey).update(key).digest('hex');
  return ({ points, durationMs }, name) => {
    const allowance = { keyPrefix: name, points, duration: durationMs / SECOND_MS };
    const limiter = new RateLimiterPostgres({
      ...allowance,
      storeClient: postgres,
      storeType: 'pool',
      tableName: 'sharedLimits',
      tableCreated: true,
      // Expired rows are the worker's.
      clearExpiredByTimeout: false,
      // Spares the database a flood; a key that used all its points without a refusal may still get one back.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(allowance),
    });
    return {
      take: (key, cost) => limiter.consume(storedKey(key), cost).then(() => null, waitOf),
      async peek(key) {
        const used = await limiter.get(storedKey(key));
        return used && used.consumedPoints >= points ? secondsLeft(used) : null;
      },
      async release(key) {
        await limiter.reward(storedKey(key));
      },
      async forget(key) {
        await limiter.delete(storedKey(key));
      },
      async pause(key, forMs) {
        await limiter.block(storedKey(key), Math.ceil(forMs / SECOND_MS));
      },
    };
  };
}

function waitOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return secondsLeft(refused);
  throw refused;
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / SECOND_MS));
}
