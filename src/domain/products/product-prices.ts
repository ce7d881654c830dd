import type { ProductStatus } from '#src/wire/products/data-fields.ts';
import type { ProductFields } from '#src/wire/products/product-fields.ts';
import { priceProblems } from '#src/wire/products/product-prices.ts';
import type { CreateProduct } from '#src/wire/products/products.ts';
import { refusal } from '../refusals.ts';

/** An empty price becomes R$ 0,00 in review; a price that is too low is refused. */
export function statusOfNew({ status = 'active', price }: CreateProduct): ProductStatus {
  return status === 'active' && price === 0 ? 'Em revisão' : status;
}

export function checkPrices(fields: Pick<ProductFields, 'status' | 'price' | 'originalPrice' | 'isFeatured'>): void {
  const problems = priceProblems(fields);
  const [first] = Object.values(problems);
  if (first) throw refusal('invalid', 'invalid', first, { fields: problems });
}
