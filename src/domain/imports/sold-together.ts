import { apportion } from '#src/wire/basics/apportion.ts';
import { readAmount } from './cells.ts';

type SoldPart = { product: string; listedCents: number };

/**
 * Easy Digital Downloads writes a whole cart into one cell, each product with its price, and its number where they are
 * several: `Plugin A - R$129.90 / Plugin B (2) - R$100.00`. A cell that is anything else names one product.
 */
export function readCart(text: string): SoldPart[] {
  const parts = text.length > MOST_CHARACTERS ? [null] : text.split(AFTER_PRICE).map((part) => PRICED.exec(part));
  if (!parts.every((part) => part !== null)) return [{ product: text, listedCents: 0 }];
  return parts.flatMap(([, name = '', count = '1', option = '', price = '']) => {
    const amount = readAmount(price, { decimal: '.' });
    const cents = 'value' in amount ? amount.value : 0;
    const copies = Math.min(Number(count), MOST_COPIES) || 1;
    return apportion(cents, Array(copies).fill(1)).map((listedCents) => ({ product: `${name}${option}`, listedCents }));
  });
}

/** What was paid for all, by the prices of each; evenly where they cost nothing. */
export function shareOut(paidCents: number, parts: readonly SoldPart[]): number[] {
  const listed = parts.map(({ listedCents }) => listedCents);
  return apportion(paidCents, listed.some((cents) => cents > 0) ? listed : listed.map(() => 1));
}

const PRICE = String.raw`(?:R\$|US\$|[$€])\s?[\d.,]+|[\d.,]+\s?(?:R\$|[$€])`;
const PRICED = new RegExp(String.raw`^(.+?)(?: \((\d{1,3})\))?((?: - .+?)?) - (${PRICE})$`);
/** A name may have a stroke of its own. */
const AFTER_PRICE = new RegExp(String.raw`(?<= - (?:${PRICE})) \/ `);
const MOST_COPIES = 100;
const MOST_CHARACTERS = 2_000;
