import { formatCents, parseCents } from '#src/wire/basics/money.ts';

/** Returns 0 when empty and null when invalid; `R$ 12,` counts as R$ 12,00. */
export function centsOf(typed: string): number | null {
  const amount = typed.replace(/[.,]$/, '');
  return amount === '' ? 0 : parseCents(amount);
}

/** Writes `R$ 1.234,50`, with a true minus sign for a loss. */
export function formatSigned(cents: number): string {
  return formatCents(cents).replace('-', '−');
}
