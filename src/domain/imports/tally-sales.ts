import type { ImportCounts, ImportProduct } from '#src/wire/imports/imports.ts';
import type { ReadSale } from './read-sales.ts';

type Sold = Pick<ImportProduct, 'sales' | 'newest' | 'hasKeys'>;
export type SoldProduct = Sold & Pick<ImportProduct, 'name'>;

/** Counts what a file would bring, batch by batch. */
export function startTally() {
  const people = new Set<string>();
  const products = new Map<string, Sold>();
  const currencies = new Set<string>();
  const counts = { sales: 0, keys: 0, refunded: 0, imported: 0, known: 0 };
  let from: string | null = null;
  let to: string | null = null;

  function add({ email, currency, paidAt, refundedAt, items }: ReadSale): void {
    people.add(email);
    currencies.add(currency);
    for (const name of new Set(items.map(({ product }) => product))) {
      const own = items.filter(({ product }) => product === name);
      const amountCents = own[0]?.amountCents ?? 0;
      const { sales, hasKeys, newest } = products.get(name) ?? { sales: 0, hasKeys: false, newest: null };
      const isNewer = !newest || (amountCents > 0 && (newest.amountCents === 0 || paidAt >= newest.paidAt));
      products.set(name, {
        sales: sales + 1,
        hasKeys: hasKeys || own.some(({ key }) => key !== null),
        newest: isNewer ? { paidAt, amountCents, currency } : newest,
      });
    }
    counts.sales += 1;
    counts.keys += items.filter(({ key }) => key !== null).length;
    if (refundedAt !== null) counts.refunded += 1;
    if (from === null || paidAt < from) from = paidAt;
    if (to === null || paidAt > to) to = paidAt;
  }

  return {
    /** `known` ones came with an earlier file. */
    take(sales: readonly ReadSale[], known: number): void {
      for (const sale of sales) add(sale);
      counts.known += known;
    },
    sales: () => counts.sales,
    counts: (unpaid: number): ImportCounts => ({ people: people.size, ...counts, unpaid, from, to }),
    /** Those of most sales first. */
    products: (): SoldProduct[] =>
      [...products]
        .map(([name, sold]) => ({ name, ...sold }))
        .toSorted((one, other) => other.sales - one.sales || (one.name < other.name ? -1 : 1)),
    rates: (known: Record<string, string | null>): Record<string, string | null> =>
      Object.fromEntries(
        [...currencies]
          .filter((currency) => currency !== 'BRL')
          .toSorted()
          .map((currency) => [currency, known[currency] ?? null]),
      ),
  };
}
