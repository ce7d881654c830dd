import { findProduct } from '#db/queries/products/products.ts';
import type { ProductRow } from '#db/tables/products.ts';
import { MOST_QUESTIONS } from '#src/wire/products/page-fields.ts';
import type { PreviewRequest } from '#src/wire/products/preview-request.ts';
import { PRODUCT_FIELDS, type ProductFields } from '#src/wire/products/product-fields.ts';
import { MOST_MEDIA } from '#src/wire/products/product-media.ts';
import type { PreviewPart } from '#src/wire/products/product-preview.ts';
import { CreateProduct, readBlankFields } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { columnsOf, fieldsOf, imageOf, toPublicProductDto } from '../products/product-fields.ts';
import { type WithRows, withRows } from '../products/product-rows.ts';
import { newLicense } from '../products/products.ts';
import { unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { describePage, type ProductPage } from './find-product-page.ts';

export type ProductPreview = { part: PreviewPart; product: PublicProduct; page: ProductPage };

/** Shows what visitors would see if the owner saved now; nothing is stored. */
export async function previewProduct(shop: Shop, { part, id, fields }: PreviewRequest): Promise<ProductPreview> {
  const stored = id === null ? newProduct(shop) : await readStored(shop, id);
  const typed = { ...fieldsOf(stored), ...readTyped(fields) };
  const complete = { ...typed, image: imageOf(typed.image, shop.settings.siteUrl) };
  const hosts = complete.hosts.map((host) => ({ productId: stored.id, ...host }));
  const found = await Promise.all(complete.parts.map(({ productId }) => findProduct(shop.db, productId)));
  const shown = await withRows(
    shop.db,
    found.filter((each) => each !== undefined),
  );
  const parts = shown.map((part, position) => ({ ...part, kitId: stored.id, productId: part.id, position }));
  const row = { ...stored, ...columnsOf(complete), hosts, parts };
  const product = toPublicProductDto(row);
  return { part, product, page: await describePage(shop, row, product, shown.map(toPublicProductDto)) };
}

async function readStored(shop: Shop, id: string): Promise<WithRows<ProductRow>> {
  const found = await findProduct(shop.db, id);
  const [product] = found && found.withdrawnAt === null ? await withRows(shop.db, [found]) : [];
  if (!product) throw unknownProduct();
  return product;
}

function newProduct({ clock, settings }: Shop): WithRows<ProductRow> {
  const now = clock.now().toISOString();
  return {
    id: 'novo',
    ...columnsOf({ ...readBlankFields(), ...newLicense(settings), name: NAMELESS, price: 0, downloadUrl: '' }),
    currentVersion: null,
    termsVersion: 1,
    areKeysPlenty: 0,
    soldOutAt: null,
    downloads: 0,
    createdAt: now,
    updatedAt: now,
    withdrawnAt: null,
    publishedAt: null,
    hosts: [],
    parts: [],
  };
}

const NAMELESS = 'Plugin sem nome';

/** Each field by itself, since a form that is being filled is never valid as a whole. */
function readTyped(fields: Record<string, unknown>): Partial<ProductFields> {
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(CreateProduct.shape)) {
    if (!Object.hasOwn(fields, name)) continue;
    const typed = name in LISTS ? validItems(name as keyof typeof LISTS, fields[name]) : fields[name];
    const parsed = schema.safeParse(typed);
    if (parsed.success && parsed.data !== undefined) read[name] = parsed.data;
  }
  const isNameless = typeof fields['name'] === 'string' && fields['name'].trim() === '';
  return { ...read, ...(isNameless && { name: NAMELESS }) };
}

const LISTS = { media: MOST_MEDIA, faq: MOST_QUESTIONS, hosts: 20 };
const SHORTEST_ALT = 3;

/** Leaves out what is not filled in yet; a picture may still lack its description. */
function validItems(name: keyof typeof LISTS, typed: unknown): unknown[] {
  const items: unknown[] = Array.isArray(typed) ? typed.slice(0, LISTS[name]) : [];
  const kept = items.map(described).filter((item) => PRODUCT_FIELDS[name].schema.safeParse([item]).success);
  return name === 'hosts' ? withoutRepeated(kept) : kept;
}

function described(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('alt' in item) || typeof item.alt !== 'string') return item;
  return item.alt.trim().length < SHORTEST_ALT ? { ...item, alt: 'Sem descrição' } : item;
}

function withoutRepeated(hosts: unknown[]): unknown[] {
  const nameOf = (host: unknown) => (typeof host === 'object' && host !== null ? Reflect.get(host, 'host') : null);
  return hosts.filter((host, at) => hosts.findIndex((other) => nameOf(other) === nameOf(host)) === at);
}
