import { listHosts } from '#db/queries/products/product-pages.ts';
import type { ProductHostRow, ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { HOST_KEYS, type ProductHost } from '#src/wire/products/hosts.ts';
import { readStoredMedia } from '#src/wire/products/product-media.ts';
import type { PageFields } from '#src/wire/products/product-page.ts';

export type WithHosts<Row> = Row & { hosts: readonly ProductHostRow[] };

export function pageFieldsOf(product: WithHosts<ProductRow>): PageFields {
  return {
    slug: product.slug ?? product.id,
    tagline: product.tagline,
    body: product.body,
    media: readStoredMedia(product.media),
    faq: JSON.parse(product.faq),
    licenseText: product.licenseText ?? '',
    hosts: HOST_KEYS.flatMap((host) => product.hosts.filter((row) => row.host === host).map(toProductHost(host))),
    systems: JSON.parse(product.systems),
    gpuNote: product.gpuNote,
  };
}

function toProductHost(host: ProductHost['host']) {
  return ({ minVersion, maxVersion, testedVersion }: ProductHostRow): ProductHost => ({
    host,
    minVersion,
    maxVersion,
    testedVersion,
  });
}

/** The columns of the product's row; its editors have rows of their own. */
export function pageColumnsOf(form: PageFields) {
  return {
    slug: form.slug,
    tagline: form.tagline,
    body: form.body,
    media: JSON.stringify(form.media),
    faq: JSON.stringify(form.faq),
    systems: JSON.stringify(form.systems),
    gpuNote: form.gpuNote,
    licenseText: form.licenseText || null,
  };
}

/** All of them in one query. */
export async function withHosts<Row extends { id: string }>(
  db: Queryable,
  products: readonly Row[],
): Promise<WithHosts<Row>[]> {
  const [first] = products;
  if (!first) return [];
  const ids = products.map(({ id }) => id);
  const rows = await listHosts(db, ids.length > MOST_IDS ? null : ids);
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return products.map((product) => ({ ...product, hosts: byProduct.get(product.id) ?? [] }));
}

/** The databases limit the bound values of a statement; beyond it the hosts of all products are read. */
const MOST_IDS = 500;
