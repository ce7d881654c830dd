import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName, Limits } from '#src/domain/shop.ts';

/**
 * Failures are counted narrowly (account and address together) and addresses widely, because hundreds of homes share one
 * in Brazil: what is refused is guessing, never a crowd.
 */
export function openLimits(): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWANCES).map(([name, options]) => [name, new RateLimiterMemory({ keyPrefix: name, ...options })]),
  );
  const of = (name: LimitName) => {
    const limiter = limiters[name];
    if (!limiter) throw new Error(`there is no limit called ${name}`);
    return limiter;
  };
  return {
    take: (name, key) =>
      of(name)
        .consume(key)
        .then(() => null, waitOf),
    async look(name, key) {
      const used = await of(name).get(key);
      return used && used.consumedPoints >= ALLOWANCES[name].points ? seconds(used) : null;
    },
    async giveBack(name, key) {
      await of(name).reward(key);
    },
    async forget(name, key) {
      await of(name).delete(key);
    },
    async pause(name, key, forMs) {
      await of(name).block(key, Math.ceil(forMs / 1000));
    },
  };
}

const MINUTE = 60;

/** So many within so many seconds. */
const ALLOWANCES: Record<LimitName, { points: number; duration: number }> = {
  login: { points: 8, duration: 10 * MINUTE },
  loginByAddress: { points: 300, duration: 10 * MINUTE },
  gate: { points: 8, duration: 10 * MINUTE },
  licenses: { points: 120, duration: 10 * MINUTE },
  // Ten a second: more than any crowd orders, less than a machine would.
  orders: { points: 6_000, duration: 10 * MINUTE },
  // What all the pages that wait for a payment may ask of the bank together, and the pause that it asked for itself.
  pageLooks: { points: 100, duration: 10 },
  bankPause: { points: 1, duration: MINUTE },
};

function waitOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return seconds(refused);
  throw refused;
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
