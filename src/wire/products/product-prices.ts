import * as z from 'zod/mini';
import { MINIMUM_CHARGE, MINIMUM_CHARGE_CENTS, parseCents } from '../basics/money.ts';

/** Empty becomes `R$ 0,00` and a decimal point a comma; invalid text stays. */
export function completePrice(typed: string): string {
  const digits = typed
    .replace(/^\s*R\$/i, '')
    .trim()
    .replace(/\.(?<decimals>\d{0,2})$/, ',$<decimals>');
  if (digits === '') return 'R$ 0,00';
  const parts = TYPED_PRICE.exec(digits)?.groups;
  if (!parts) return typed;
  return `R$ ${parts['whole'] || '0'},${(parts['decimals'] ?? '').slice(0, 2).padEnd(2, '0')}`;
}

const TYPED_PRICE = /^(?=.*\d)(?<whole>[^,]*)(?:,(?<decimals>\d*))?$/;

const NO_PRICE = 'Informe o preço, como R$ 99,90.';

/** Becomes centavos. */
export const price = z.pipe(
  z.pipe(z.union([z.string().check(z.maxLength(40)), z.number()], NO_PRICE), z.transform(readPrice)),
  z.number(NO_PRICE),
);

function readPrice(typed: string | number): number | null {
  if (typeof typed === 'number') return parseCents(typed);
  return parseCents(/\d/.test(typed) || !typed.trim() ? completePrice(typed) : typed);
}

type Priced = { status: string; price: number; originalPrice: number | null; isFeatured: boolean };

const NO_GIFT = `Publicar de graça não é possível: o menor valor é ${MINIMUM_CHARGE}.`;
const TOO_LOW = `O menor preço de um produto à venda é ${MINIMUM_CHARGE}.`;
const NOT_ABOVE = 'O preço original aparece riscado: ele precisa ser maior que o preço.';

export function isSellable(priceCents: number): boolean {
  return priceCents >= MINIMUM_CHARGE_CENTS;
}

export function priceProblems({ status, price, originalPrice, isFeatured }: Priced): Record<string, string> {
  const isBelowPrice = isFeatured && originalPrice !== null && originalPrice <= price;
  return {
    ...(status === 'active' && !isSellable(price) && { price: price === 0 ? NO_GIFT : TOO_LOW }),
    ...(isBelowPrice && { originalPrice: NOT_ABOVE }),
  };
}
