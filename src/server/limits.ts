import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName, Limits } from '#src/domain/shop.ts';

/** Failures count per account and address, addresses alone widely, because hundreds of homes share one address in Brazil. */
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
      await of(name).block(key, Math.ceil(forMs / 1000));
    },
  };
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Points within seconds. */
const ALLOWANCES: Record<LimitName, { points: number; duration: number }> = {
  login: { points: 8, duration: 10 * MINUTE },
  loginByAddress: { points: 300, duration: 10 * MINUTE },
  gate: { points: 8, duration: 10 * MINUTE },
  unknownKeys: { points: 120, duration: 10 * MINUTE },
  // A studio opens its editor often with the same key.
  knownKey: { points: 1_200, duration: 10 * MINUTE },
  unknownCodes: { points: 60, duration: 10 * MINUTE },
  // Remembers who has shown a right code; limits nothing.
  rightCodes: { points: 1, duration: DAY },
  // More than any crowd orders, less than a machine.
  orders: { points: 6_000, duration: 10 * MINUTE },
  // Passes more in ten minutes than a launch brings.
  slowedOrders: { points: 50, duration: 10 },
  sharedPolls: { points: 100, duration: 10 },
  sharedPollsOfAddress: { points: 60, duration: 10 },
  keptPolls: { points: 100, duration: 10 },
  keptPollsOfAddress: { points: 2, duration: 10 },
  handedPolls: { points: 1, duration: 10 },
  handedPollsOfAddress: { points: 40, duration: 10 },
  waitingBuyer: { points: 1, duration: MINUTE },
  bankPause: { points: 1, duration: MINUTE },
};

function waitOf(refused: unknown): number {
  if (refused instanceof RateLimiterRes) return seconds(refused);
  throw refused;
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
