import {
  deleteKitParts,
  insertKitParts,
  type KitPart as KitPartOfRow,
  listKitParts,
} from '#db/queries/products/kits.ts';
import { deleteHosts, insertHosts, listHosts } from '#db/queries/products/product-pages.ts';
import type { ProductHostRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { HOST_KEYS, hostText, type ProductHost } from '#src/wire/products/hosts.ts';
import type { KitPart } from '#src/wire/products/kits.ts';
import type { Changes } from '../audit/audit.ts';

type WithHosts<Row> = Row & { hosts: readonly ProductHostRow[] };
/** The editors that it is made for, and the parts of a kit. */
export type WithRows<Row> = WithHosts<Row> & { parts: readonly WithHosts<KitPartOfRow>[] };

/** Those of all products in two queries. */
export async function withRows<Row extends { id: string }>(
  db: Queryable,
  products: readonly Row[],
): Promise<WithRows<Row>[]> {
  const [first] = products;
  if (!first) return [];
  const ids = products.map(({ id }) => id);
  const wanted = ids.length > MOST_IDS ? null : ids;
  const parts = await listKitParts(db, wanted);
  const madeFor = wanted && [...wanted, ...parts.map(({ productId }) => productId)];
  const hostsOfProduct = Map.groupBy(await listHosts(db, madeFor), ({ productId }) => productId);
  const withHosts = (part: KitPartOfRow) => ({ ...part, hosts: hostsOfProduct.get(part.productId) ?? [] });
  const partsOfKit = Map.groupBy(parts.map(withHosts), ({ kitId }) => kitId);
  return products.map((product) => ({
    ...product,
    hosts: hostsOfProduct.get(product.id) ?? [],
    parts: partsOfKit.get(product.id) ?? [],
  }));
}

/** The databases limit the bound values of a statement; beyond it the rows of all products are read. */
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

export function partsOf(rows: readonly KitPartOfRow[]): KitPart[] {
  return rows.map(({ productId, name }) => ({ productId, name }));
}

export async function replaceParts(tx: Queryable, kitId: string, parts: readonly KitPart[]): Promise<void> {
  await deleteKitParts(tx, kitId);
  await insertKitParts(
    tx,
    parts.map(({ productId }, position) => ({ kitId, productId, position })),
  );
}

/** The change as the audit shows it; empty where the parts stay the same. */
export function changesOfParts(before: readonly KitPart[], after: readonly KitPart[]): Changes {
  const [former, wanted] = [before, after].map((parts) => parts.map(({ productId }) => productId).join(' '));
  const namesOf = (parts: readonly KitPart[]) => parts.map(({ name }) => name).join(', ');
  return former === wanted ? {} : { parts: [namesOf(before), namesOf(after)] };
}
