import * as z from 'zod/mini';
import { identifier } from '../basics/text.ts';

export const UNKNOWN_PRODUCT = 'Produto não encontrado.';

/** The product's own. */
export const productId = identifier(UNKNOWN_PRODUCT);

const NO_GUMROAD_IDS = 'Use até 5 ids ou links do produto na Gumroad, separados por vírgula.';
const NO_LEMON_SQUEEZY_IDS =
  'Informe os números da loja e do produto na Lemon Squeezy, e o da variante se houver: 12, 345, 678.';

/** What a shop elsewhere called the product: its `product_id`, its permalink, or a link that ends with that. */
export const gumroadIds = idList(NO_GUMROAD_IDS, 1, 5, /^[\w=+/-]{1,64}$/);

/** The numbers of the store, the product and the variant, by which a plugin there knows its own. */
export const lemonSqueezyIds = idList(NO_LEMON_SQUEEZY_IDS, 2, 3, /^\d{1,9}$/);

// @__NO_SIDE_EFFECTS__
function idList(refusal: string, least: number, most: number, pattern: RegExp) {
  return z.pipe(
    z.pipe(
      z.string(refusal).check(z.maxLength(1_000, refusal)),
      z.transform((typed) => readIds(typed).join(', ')),
    ),
    z.string().check(
      z.refine((list) => {
        const ids = readIds(list);
        return ids.length >= least && ids.length <= most && ids.every((id) => pattern.test(id));
      }, refusal),
    ),
  );
}

export function readIds(list: string | null): string[] {
  const ids = (list ?? '').split(/[\s,;]+/).filter(Boolean);
  return ids.map((id) => id.replace(/^https?:\/\/[^/]+\/l\/([^/?#]+).*$/, '$1'));
}
