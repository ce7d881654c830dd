import { randomBytes } from 'node:crypto';
import { dayOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';

export type Random = {
  next(): number;
  /** Both ends are included. */
  whole(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
};

/** The seed (mulberry32) makes the demo the same everywhere. */
export function startRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: <Item>(items: readonly Item[]) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
  };
}

/** Truly random even in the demo, since ids and keys grant access. */
export function newRowId(): string {
  return randomBytes(16).toString('hex');
}

export function newDemoKey(): string {
  const letters = [...randomBytes(16)].map((byte) => KEY_LETTERS[byte % KEY_LETTERS.length]).join('');
  return `CF-${letters.match(/.{4}/g)?.join('-')}`;
}

const KEY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789AB';

/** The day in São Paulo. */
export function dayAt(now: Date, offsetDays: number): string {
  return dayOf(new Date(now.getTime() + offsetDays * DAY_MS));
}
