/** Money is an integer number of centavos; only this file converts it to text or reais. */

/** Writes `R$ 1.234,50`, with a plain space (Intl writes U+00A0). */
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

/** Banks take no less by Pix. */
export const MINIMUM_CHARGE_CENTS = 50;
export const MINIMUM_CHARGE = formatCents(MINIMUM_CHARGE_CENTS);

export function chargedCents(priceCents: number, discountCents: number): number {
  return Math.max(MINIMUM_CHARGE_CENTS, priceCents - discountCents);
}

/** Adds up display text. */
export function sumOfAmounts(amounts: readonly string[]): string {
  return formatCents(amounts.reduce((sum, amount) => sum + (parseCents(amount) ?? 0), 0));
}
