/**
 * Follows the largest remainder: parts add up to the total, ties go to the larger weight, and no weights give all
 * zeros.
 */
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

/** BigInt is needed, since centavos times weights exceed the safe integers. */
function exactPart(size: number, weight: number, sum: number, at: number) {
  const product = BigInt(size) * BigInt(weight);
  return { at, weight, whole: Number(product / BigInt(sum)), remainder: Number(product % BigInt(sum)) };
}

/** Avoids -0. */
function signed(sign: number, cents: number): number {
  return cents === 0 ? 0 : sign * cents;
}
