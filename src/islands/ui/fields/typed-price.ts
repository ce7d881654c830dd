import { formatCents, parseCents } from '#src/wire/basics/money.ts';

/** `99,9` gives `R$ 99,9`: the points and the first comma stay until `tidyPrice` knows what they mean. */
export function typedPrice(text: string): string {
  const [before = '', ...decimals] = text.replace(/[^\d.,]/g, '').split(',');
  const whole = before.replace(/\.{2,}/g, '.').replace(/^0+(?=\d)/, '');
  const rest = decimals.join('').replaceAll('.', '');
  if (whole === '' && decimals.length === 0) return '';
  return `R$ ${/^\d/.test(whole) ? whole : `0${whole}`}${decimals.length > 0 ? ',' : ''}${rest}`;
}

/** `R$ 12499.90` and `R$ 12.499,9` give `R$ 12.499,90`; what is no amount stays as it was typed. */
export function tidyPrice(typed: string): string {
  const cents = parseCents(typed.replace(/[.,]$/, ''));
  return cents === null ? typed : formatCents(cents);
}
