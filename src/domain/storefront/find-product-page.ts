import { listCategories } from '#db/queries/products/categories.ts';
import { findProductByFormerSlug, findProductBySlug, findTerms } from '#db/queries/products/product-pages.ts';
import { findProduct } from '#db/queries/products/products.ts';
import { listBoughtTogether } from '#db/queries/purchases/bought-together.ts';
import type { ProductRow } from '#db/tables/products.ts';
import { renderProductText } from '#src/wire/basics/markdown.ts';
import { formatCents, parseCents, sumOfAmounts } from '#src/wire/basics/money.ts';
import { HOSTS, type Host } from '#src/wire/products/hosts.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { ProductQuestion } from '#src/wire/products/page-fields.ts';
import { totalCents } from '#src/wire/products/quantity-steps.ts';
import { monthsText } from '#src/wire/purchases/renewals.ts';
import type { PublicRelease } from '#src/wire/releases/releases.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { partlyIn } from '../products/kit-compatibility.ts';
import { fieldsOf } from '../products/product-fields.ts';
import { unknownProduct } from '../refusals.ts';
import { listPublicReleases, listShownReleases } from '../releases/show-releases.ts';
import { majorOf } from '../releases/versions.ts';
import type { Shop } from '../shop.ts';
import { type FormerProduct, listPartsOfKit, listPublishedProducts, showCurrentOrFormerProduct } from './catalog.ts';

export type Kit = {
  parts: PublicProduct[];
  /** What the parts cost one by one, as the next is display text. */
  worthAmount: string;
  /** It is null where the kit costs no less. */
  savedAmount: string | null;
  /** The editors and systems that only these parts work in. */
  partly: { name: string; parts: string }[];
};

/** Both are display text, as those of a product. */
export type Total = Pick<PublicProduct, 'price' | 'originalPrice'>;

/** A kit shows the versions of its parts, by their names. */
export type ShownRelease = PublicRelease & { productName?: string };

export type ProductPage = {
  /** It is null for a plugin. */
  kit: Kit | null;
  category: { id: string; name: string } | null;
  /** It is safe HTML. */
  bodyHtml: string;
  gpuNote: string;
  /** It is null where computers are not counted. */
  machineLimit: number | null;
  /** What 1, 2, 3 and more licenses cost; empty where one is sold at a time. */
  totals: Total[];
  /** 0 where nobody may try it. */
  trialDays: number;
  /** The price has these later versions in it. */
  updates: string;
  faq: ProductQuestion[];
  /** What owners of other products pay; `from` names these. */
  upgrade: { from: string; price: string; replacesKey: boolean } | null;
  terms: { version: number; since: string | null; text: string };
  /** The newest stable ones. */
  releases: ShownRelease[];
  hasMoreReleases: boolean;
  /** What many of its buyers also bought. */
  together: PublicProduct[];
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
  return { state: 'shown', product, page: await describePage(shop, row, product, await listPartsOfKit(shop, row.id)) };
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

async function describeUpgrade({ db }: Shop, row: ProductRow): Promise<ProductPage['upgrade']> {
  const ids: string[] = JSON.parse(row.upgradesFrom);
  const names = (await Promise.all(ids.map((id) => findProduct(db, id)))).flatMap((product) => product?.name ?? []);
  if (names.length === 0 || row.upgradePriceCents === null) return null;
  const from = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(names);
  return { from, price: formatCents(row.upgradePriceCents), replacesKey: row.replacesKey === 1 };
}

export async function describePage(
  shop: Shop,
  row: ProductRow,
  product: PublicProduct,
  parts: PublicProduct[],
): Promise<ProductPage> {
  const { body, faq, gpuNote, licenseText } = fieldsOf({ ...row, hosts: [], parts: [] });
  const [categories, terms, releases, products, pairs, bodyHtml] = await Promise.all([
    listCategories(shop.db),
    findTerms(shop.db, row.id, row.termsVersion),
    row.kind === 'kit' ? listReleasesOfParts(shop, parts) : listShownReleases(shop, row.id),
    listPublishedProducts(shop),
    listBoughtTogether(shop.db, row, LEAST_CUSTOMERS),
    renderProductText(body),
  ]);
  const others = products.filter(({ id }) => parts.every((part) => part.id !== id));
  const together = pairs
    .flatMap(({ productId }) => others.find(({ id }) => id === productId) ?? [])
    .slice(0, SHOWN_TOGETHER);
  const category = categories.find(({ id }) => id === row.categoryId);
  return {
    kit: row.kind === 'kit' ? describeKit(row, product, parts) : null,
    category: category ? { id: category.id, name: category.name } : null,
    bodyHtml,
    gpuNote,
    machineLimit: row.requiresActivation ? row.machineLimit : null,
    totals: row.allowsQuantity ? totalsOf(row) : [],
    trialDays: row.requiresActivation ? row.trialDays : 0,
    updates: row.kind === 'kit' ? 'com as versões de cada plugin' : updatesText(row),
    faq,
    upgrade: await describeUpgrade(shop, row),
    terms: {
      version: row.termsVersion,
      since: terms?.createdAt ?? null,
      text: licenseText || shop.settings.usualTerms,
    },
    releases: releases.slice(0, SHOWN_RELEASES),
    hasMoreReleases: row.kind === 'plugin' && releases.length > SHOWN_RELEASES,
    together,
    related: relatedTo(
      product,
      others.filter((other) => !together.includes(other)),
    ),
  };
}

/** As the quote of an order has it. */
function totalsOf({ priceCents, originalPriceCents, quantitySteps }: ProductRow): Total[] {
  return Array.from({ length: MOST_LICENSES }, (_, at) => ({
    price: formatCents(totalCents(priceCents, quantitySteps, at + 1)),
    originalPrice: originalPriceCents === null ? null : formatCents(originalPriceCents * (at + 1)),
  }));
}

async function listReleasesOfParts(shop: Shop, parts: readonly PublicProduct[]): Promise<ShownRelease[]> {
  const released = await Promise.all(
    parts.map(async ({ id, name }) => {
      const releases = await listShownReleases(shop, id);
      return releases.map((release) => ({ ...release, productName: name }));
    }),
  );
  return released.flat().toSorted((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
}

function describeKit({ priceCents }: ProductRow, product: PublicProduct, parts: PublicProduct[]): Kit {
  const worthAmount = sumOfAmounts(parts.map(({ price }) => price));
  const savedCents = (parseCents(worthAmount) ?? 0) - priceCents;
  const savedAmount = savedCents > 0 ? formatCents(savedCents) : null;
  return { parts, worthAmount, savedAmount, partly: partlyIn(product, parts) };
}

function updatesText({ updatePolicy, updateMonths, currentVersion }: ProductRow): string {
  if (updatePolicy === 'months' && updateMonths !== null) return `versões novas por ${monthsText(updateMonths)}`;
  if (updatePolicy === 'major' && currentVersion !== null) return `versões ${majorOf(currentVersion)}.x incluídas`;
  return 'todas as versões incluídas';
}

const SHOWN_RELEASES = 3;
const SHOWN_RELATED = 4;
const SHOWN_TOGETHER = 3;
/** Fewer might tell what one of them bought. */
const LEAST_CUSTOMERS = 10;

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
