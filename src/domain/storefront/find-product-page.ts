import { listCategories } from '#db/queries/products/categories.ts';
import { findProductByFormerSlug, findProductBySlug, findTerms } from '#db/queries/products/product-pages.ts';
import { findProduct } from '#db/queries/products/products.ts';
import type { ProductRow } from '#db/tables/products.ts';
import { renderProductText } from '#src/wire/basics/markdown.ts';
import { HOSTS, type Host } from '#src/wire/products/hosts.ts';
import type { ProductQuestion } from '#src/wire/products/page-fields.ts';
import type { PublicRelease } from '#src/wire/releases/releases.ts';
import type { PublicProduct } from '#src/wire/storefront/catalog.ts';
import { fieldsOf } from '../products/product-fields.ts';
import { unknownProduct } from '../refusals.ts';
import { listPublicReleases, listShownReleases } from '../releases/show-releases.ts';
import { majorOf } from '../releases/versions.ts';
import type { Shop } from '../shop.ts';
import { type FormerProduct, listPublishedProducts, showCurrentOrFormerProduct } from './catalog.ts';

export type ProductPage = {
  category: { id: string; name: string } | null;
  /** It is safe HTML. */
  bodyHtml: string;
  gpuNote: string;
  /** It is null where computers are not counted. */
  machineLimit: number | null;
  /** The price has these later versions in it. */
  updates: string;
  faq: ProductQuestion[];
  terms: { version: number; since: string | null; text: string };
  /** The newest stable ones. */
  releases: PublicRelease[];
  hasMoreReleases: boolean;
  related: { title: string; products: PublicProduct[] };
};

export type FoundPage =
  | { state: 'moved'; slug: string }
  | { state: 'former'; product: PublicProduct; former: FormerProduct }
  | { state: 'shown'; product: PublicProduct; page: ProductPage };

/** Old addresses, and ids, lead to the present one. */
export async function findProductPage(shop: Shop, slug: string): Promise<FoundPage> {
  const row = await findByAddress(shop, slug);
  if (!row) throw unknownProduct();
  const { product, former } = await showCurrentOrFormerProduct(shop, row.id);
  if (product.slug !== slug) return { state: 'moved', slug: product.slug };
  if (former) return { state: 'former', product, former };
  return { state: 'shown', product, page: await describePage(shop, row, product) };
}

export type FoundVersions =
  | { state: 'moved'; slug: string }
  | { state: 'shown'; product: PublicProduct; updates: string; releases: PublicRelease[] };

/** Lists all stable versions; a product that is not on sale has none to show. */
export async function findProductVersions(shop: Shop, slug: string): Promise<FoundVersions> {
  const row = await findByAddress(shop, slug);
  if (!row) throw unknownProduct();
  const { product, former } = await showCurrentOrFormerProduct(shop, row.id);
  if (former) throw unknownProduct();
  if (product.slug !== slug) return { state: 'moved', slug: product.slug };
  return { state: 'shown', product, updates: updatesText(row), releases: await listPublicReleases(shop, row.id) };
}

async function findByAddress({ db }: Shop, slug: string): Promise<ProductRow | undefined> {
  const plain = slug.toLowerCase();
  return (
    (await findProductBySlug(db, plain)) ?? (await findProductByFormerSlug(db, plain)) ?? (await findProduct(db, slug))
  );
}

export async function describePage(shop: Shop, row: ProductRow, product: PublicProduct): Promise<ProductPage> {
  const { body, faq, gpuNote, licenseText } = fieldsOf({ ...row, hosts: [] });
  const [categories, terms, releases, others, bodyHtml] = await Promise.all([
    listCategories(shop.db),
    findTerms(shop.db, row.id, row.termsVersion),
    listShownReleases(shop, row.id),
    listPublishedProducts(shop),
    renderProductText(body),
  ]);
  const category = categories.find(({ id }) => id === row.categoryId);
  return {
    category: category ? { id: category.id, name: category.name } : null,
    bodyHtml,
    gpuNote,
    machineLimit: row.requiresActivation ? row.machineLimit : null,
    updates: updatesText(row),
    faq,
    terms: {
      version: row.termsVersion,
      since: terms?.createdAt ?? null,
      text: licenseText || shop.settings.usualTerms,
    },
    releases: releases.slice(0, SHOWN_RELEASES),
    hasMoreReleases: releases.length > SHOWN_RELEASES,
    related: relatedTo(product, others),
  };
}

function updatesText({ updatePolicy, updateMonths, currentVersion }: ProductRow): string {
  if (updatePolicy === 'months') return `versões novas por ${updateMonths} ${updateMonths === 1 ? 'mês' : 'meses'}`;
  if (updatePolicy === 'major' && currentVersion !== null) return `versões ${majorOf(currentVersion)}.x incluídas`;
  return 'todas as versões incluídas';
}

const SHOWN_RELEASES = 3;
const SHOWN_RELATED = 4;

/** The other products for the editor that most of them share with it, or else those of its category. */
function relatedTo(product: PublicProduct, products: readonly PublicProduct[]): ProductPage['related'] {
  const others = products.filter(({ id }) => id !== product.id);
  const madeFor = (host: Host) => others.filter(({ hosts }) => hosts.some((each) => each.host === host));
  const groups = product.hosts.map(({ host }) => ({
    title: `Também para ${HOSTS[host].name}`,
    products: madeFor(host),
  }));
  const [largest] = groups.toSorted((one, other) => other.products.length - one.products.length);
  if (largest && largest.products.length > 0) {
    return { ...largest, products: alikeFirst(product, largest.products).slice(0, SHOWN_RELATED) };
  }
  return { title: 'Outros plugins', products: alikeFirst(product, others).slice(0, SHOWN_RELATED) };
}

function alikeFirst({ categoryId }: PublicProduct, products: readonly PublicProduct[]): PublicProduct[] {
  const isAlike = (product: PublicProduct) => product.categoryId === categoryId;
  return [...products.filter(isAlike), ...products.filter((product) => !isAlike(product))];
}
