import type { Allowance } from '#src/domain/rate-limits.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';

export type Limiter = {
  /** Returns the seconds to wait, or null when allowed. `cost` is in points. */
  take(key: string, cost?: number): Promise<number | null>;
  peek(key: string): Promise<number | null>;
  release(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  pause(key: string, forMs: number): Promise<void>;
};

export type OpenLimiter = (allowance: Allowance, name: string) => Limiter;

/** A timer for each key, as `RateLimiterMemory` has it, would take half a kilobyte of each buyer's network. */
export function openMemoryLimiter({ points, durationMs }: Allowance): Limiter {
  // The oldest first, since all but pauses last equally long.
  const windows = new Map<string, Window>();

  function find(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  }

  function open(key: string, used: number, forMs: number): Window {
    dropOldest();
    const window = { used, endsAt: performance.now() + forMs };
    // The key goes to the end again where it was known.
    windows.delete(key);
    windows.set(key, window);
    return window;
  }

  function dropOldest(): void {
    const now = performance.now();
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < MOST_KEYS) break;
      windows.delete(key);
    }
  }

  return {
    async take(key, cost = 1) {
      const window = find(key) ?? open(key, 0, durationMs);
      window.used += cost;
      return window.used > points ? secondsLeft(window) : null;
    },
    async peek(key) {
      const window = find(key);
      return window && window.used >= points ? secondsLeft(window) : null;
    },
    async release(key) {
      const window = find(key);
      if (window) window.used -= 1;
    },
    async forget(key) {
      windows.delete(key);
    },
    async pause(key, forMs) {
      open(key, points + 1, forMs);
    },
  };
}

type Window = { used: number; endsAt: number };

/** Whoever has more networks than this is not limited anyway, so a flood that pushes out the oldest counts takes no protection away. */
const MOST_KEYS = 100_000;

function secondsLeft({ endsAt }: Window): number {
  return Math.max(1, Math.ceil((endsAt - performance.now()) / SECOND_MS));
}
