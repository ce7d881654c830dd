import { centsToReais, MINIMUM_CHARGE_CENTS } from '../basics/money.ts';
import { PAGE_LIMITS } from '../products/page-fields.ts';
import { CreateProduct } from '../products/products.ts';

type Told = {
  name: string;
  /** It is Markdown. */
  description: string | null;
  price: string | null;
  image: string | null;
  priceCents: number;
  hasKeys: boolean;
};

/** What a form would have sent, for a product that nobody sees until its owner puts it on sale. */
export function readNewProduct({ name, description, price, image, priceCents, hasKeys }: Told): CreateProduct {
  const [summary = ''] = (description ?? '').split(/\n\s*\n/);
  return CreateProduct.parse({
    name,
    description: summary.slice(0, MOST_SUMMARY),
    body: (description ?? '').slice(0, PAGE_LIMITS.body),
    price: price ?? centsToReais(Math.max(priceCents, MINIMUM_CHARGE_CENTS)),
    downloadUrl: '',
    status: 'Inativo',
    requiresActivation: hasKeys,
    ...(image === null ? {} : { image }),
  });
}

const MOST_SUMMARY = 2_000;
