import { deleteHosts, insertHosts, listHosts } from '#db/queries/products/product-pages.ts';
import type { ProductHostRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { HOST_KEYS, type ProductHost } from '#src/wire/products/hosts.ts';
import { hostText } from '#src/wire/products/page-fields.ts';
import type { Changes } from '../audit/audit.ts';

export type WithHosts<Row> = Row & { hosts: readonly ProductHostRow[] };

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

export function hostsOf(rows: readonly ProductHostRow[]): ProductHost[] {
  return HOST_KEYS.flatMap((host) => rows.filter((row) => row.host === host).map(toProductHost(host)));
}

function toProductHost(host: ProductHost['host']) {
  return ({ minVersion, maxVersion, testedVersion }: ProductHostRow): ProductHost => ({
    host,
    minVersion,
    maxVersion,
    testedVersion,
  });
}

export async function replaceHosts(tx: Queryable, productId: string, hosts: readonly ProductHost[]): Promise<void> {
  await deleteHosts(tx, productId);
  await insertHosts(
    tx,
    hosts.map((host) => ({ productId, ...host })),
  );
}

/** The change as the audit shows it; empty where the editors stay the same. */
export function changesOfHosts(before: readonly ProductHost[], after: readonly ProductHost[]): Changes {
  const texts = [before, after].map((hosts) =>
    hosts.map((host) => `${hostText(host)} (testado: ${host.testedVersion})`),
  );
  const [former, wanted] = texts.map((listed) => listed.join(', '));
  return former === wanted ? {} : { hosts: [former, wanted] };
}
