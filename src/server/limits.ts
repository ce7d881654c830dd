import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName, Limits } from '#src/domain/shop.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#src/wire/durations.ts';

/** Failures count per account and address, addresses alone widely, because hundreds of homes share one address in Brazil. */
export function openLimits(): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWANCES).map(([name, { points, durationMs }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: durationMs / SECOND_MS }),
    ]),
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
    async peek(name, key) {
      const used = await of(name).get(key);
      return used && used.consumedPoints >= ALLOWANCES[name].points ? seconds(used) : null;
    },
    async release(name, key) {
      await of(name).reward(key);
    },
    async forget(name, key) {
      await of(name).delete(key);
    },
    async pause(name, key, forMs) {
      await of(name).block(key, Math.ceil(forMs / SECOND_MS));
    },
  };
}

const ALLOWANCES: Record<LimitName, { points: number; durationMs: number }> = {
  login: { points: 8, durationMs: 10 * MINUTE_MS },
  loginByAddress: { points: 300, durationMs: 10 * MINUTE_MS },
  gate: { points: 8, durationMs: 10 * MINUTE_MS },
  unknownKeys: { points: 120, durationMs: 10 * MINUTE_MS },
  knownKey: { points: 1_200, durationMs: 10 * MINUTE_MS },
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
  bankPause: { points: 1, durationMs: MINUTE_MS },
};

function waitOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return seconds(refused);
  throw refused;
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / SECOND_MS));
}
