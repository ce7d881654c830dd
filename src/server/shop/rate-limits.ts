import { KEY_POINTS } from '#src/domain/licenses/check-license-key.ts';
import type { LimitName, Limits } from '#src/domain/shop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { type Allowance, type OpenLimiter, openMemoryLimiter } from './memory-limiter.ts';

/**
 * Failures count per account and address, addresses alone widely, because hundreds of homes share one address in Brazil.
 * All processes of a shop count together where they have a store in common: `shared-limiter.ts`.
 */
export function openLimits(openLimiter: OpenLimiter = openMemoryLimiter): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWANCES).map(([name, allowance]) => [name, openLimiter(allowance, name)]),
  );
  const of = (name: LimitName) => {
    const limiter = limiters[name];
    if (!limiter) throw new Error(`there is no limit called ${name}`);
    return limiter;
  };
  return {
    take: (name, key, cost) => of(name).take(key, cost),
    peek: (name, key) => of(name).peek(key),
    release: (name, key) => of(name).release(key),
    forget: (name, key) => of(name).forget(key),
    pause: (name, key, forMs) => of(name).pause(key, forMs),
  };
}

const ALLOWANCES: Record<LimitName, Allowance> = {
  login: { points: 8, durationMs: 10 * MINUTE_MS },
  loginByAddress: { points: 300, durationMs: 10 * MINUTE_MS },
  gate: { points: 8, durationMs: 10 * MINUTE_MS },
  ownPassword: { points: 8, durationMs: 10 * MINUTE_MS },
  unknownKeys: { points: 120, durationMs: 10 * MINUTE_MS },
  knownKey: { points: KEY_POINTS, durationMs: 10 * MINUTE_MS },
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
  openingCodes: { points: 30, durationMs: 10 * MINUTE_MS },
  // Wrong codes alone; whoever has many networks guesses no more than the second.
  openingTries: { points: 5, durationMs: 10 * MINUTE_MS },
  openingTriesOfAll: { points: 1_000, durationMs: 10 * MINUTE_MS },
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
