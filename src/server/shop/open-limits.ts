import { ALLOWANCES, type LimitName, type Limits } from '#src/domain/rate-limits.ts';
import { type OpenLimiter, openMemoryLimiter } from './memory-limiter.ts';

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
