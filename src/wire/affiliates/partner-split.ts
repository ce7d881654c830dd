import { apportion } from '../basics/apportion.ts';

/** The percentages are those of the two partners of the settings, then the house's. */
export const SPLIT_PERCENTS = [20, 10, 70] as const;

const STORE_SHARE_NAME = 'GBR';

export type Share = { name: string; percent: number; cents: number };

export type Split = { baseCents: number; shares: Share[] };

export function splitBase(revenueCents: number, costCents: number): number {
  return costCents > 0 ? revenueCents - costCents : revenueCents;
}

export function splitEarnings(revenueCents: number, costCents: number, partners: readonly [string, string]): Split {
  const baseCents = splitBase(revenueCents, costCents);
  const parts = apportion(baseCents, SPLIT_PERCENTS);
  const names = [...partners, STORE_SHARE_NAME];
  return {
    baseCents,
    shares: SPLIT_PERCENTS.map((percent, at) => ({ name: names[at] ?? '', percent, cents: parts[at] ?? 0 })),
  };
}

export function splitWarning(percents: readonly number[] = SPLIT_PERCENTS): string | null {
  const total = percents.reduce((sum, percent) => sum + percent, 0);
  return total === 100 ? null : `As partes da divisão somam ${total} %, e não 100 %.`;
}
