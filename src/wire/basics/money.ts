/** Money is an integer number of centavos; only this file converts it to text or reais. */

/** `R$ 1.234,50`, with a plain space (Intl writes U+00A0). */
export function formatCents(cents: number): string {
  return currency.format(cents / 100).replace(/\u00a0/g, ' ');
}

export function centsToReais(cents: number): number {
  return cents / 100;
}

export function formatReais(reais: number): string {
  return formatCents(Math.round(reais * 100));
}

/** Parses digit by digit, since `1.15 * 100` is not 115; null for an invalid amount. */
export function parseCents(amount: number | string): number | null {
  const text = (typeof amount === 'number' ? plainDecimal(amount) : amount).replace(/^\s*R\$/i, '').trim();
  const parts = AMOUNT.exec(text)?.groups;
  if (!parts) return null;
  const whole = (parts['grouped'] ?? parts['plain'] ?? '').replace(/[.\s]/g, '');
  const decimals = parts['decimals'] ?? '';
  if (whole.length > MAX_WHOLE_DIGITS || decimals.length > 2) return null;
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Rounds half up; `hundredths` of a percent: 10 % is 1000. */
export function shareOfCents(cents: number, hundredths: number): number {
  return Math.floor((cents * hundredths + 5_000) / 10_000);
}

const MAX_WHOLE_DIGITS = 9;
const AMOUNT = /^(?:(?<grouped>\d{1,3}(?:[.\s]\d{3})+)(?=,|$)|(?<plain>\d+))(?:[.,](?<decimals>\d+))?$/;
const currency = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Three digits behind a point are ambiguous and invalid. */
function plainDecimal(amount: number): string {
  const text = String(amount);
  return /^\d+(?:\.\d{1,2})?$/.test(text) ? text : '';
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

/** BigInt, since centavos times weights exceed the safe integers. */
function exactPart(size: number, weight: number, sum: number, at: number) {
  const product = BigInt(size) * BigInt(weight);
  return { at, weight, whole: Number(product / BigInt(sum)), remainder: Number(product % BigInt(sum)) };
}

/** Avoids -0. */
function signed(sign: number, cents: number): number {
  return cents === 0 ? 0 : sign * cents;
}
