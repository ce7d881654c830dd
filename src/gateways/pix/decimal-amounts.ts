export function writeAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Parses digit by digit, since 1.15 * 100 is not 115. Expects at most two decimals. */
export function readAmount(text: string): number {
  const [whole = '', decimals = ''] = text.split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}
