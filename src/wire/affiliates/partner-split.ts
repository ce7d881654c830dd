/** In percent: the two partners of the settings, then the house. */
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

/** Largest remainder: parts add up to the total, ties go to the larger weight, and no weights give all zeros. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((whole, weight) => whole + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const size = Math.abs(total);
  const sign = total < 0 ? -1 : 1;
  const parts = weights.map((weight, at) => exactPart(size, weight, sum, at));
  const left = size - parts.reduce((given, part) => given + part.whole, 0);
  const favored = new Set(
    parts
      .toSorted((one, other) => other.remainder - one.remainder || other.weight - one.weight || one.at - other.at)
      .slice(0, left)
      .map((part) => part.at),
  );
  return parts.map((part) => signed(sign, part.whole + (favored.has(part.at) ? 1 : 0)));
}

export function splitWarning(percents: readonly number[] = SPLIT_PERCENTS): string | null {
  const total = percents.reduce((sum, percent) => sum + percent, 0);
  return total === 100 ? null : `As partes da divisão somam ${total} %, e não 100 %.`;
}

/** BigInt, since centavos times weights exceed the safe integers. */
function exactPart(size: number, weight: number, sum: number, at: number) {
  const product = BigInt(size) * BigInt(weight);
  return { at, weight, whole: Number(product / BigInt(sum)), remainder: Number(product % BigInt(sum)) };
}

/** Avoids -0. */
function signed(sign: number, cents: number): number {
  return cents === 0 ? 0 : sign * cents;
}
