import { formatCents, parseCents } from '#src/wire/money.ts';

/** What stands in a field, in centavos: 0 while it is empty, null when it is no amount. `R$ 12,` counts as R$ 12,00. */
export function centsOf(typed: string): number | null {
  const amount = typed.replace(/,$/, '');
  return amount === '' ? 0 : parseCents(amount);
}

/** What a field shows once somebody has typed in it: an amount as the results write theirs, `R$ 1.234,50`. */
export function completeAmount(typed: string): string {
  const cents = centsOf(typed);
  return typed === '' || cents === null ? typed : formatCents(cents);
}

/** `R$ 1.234,50`, with a true minus before a loss. */
export function formatSigned(cents: number): string {
  return formatCents(cents).replace('-', '−');
}
