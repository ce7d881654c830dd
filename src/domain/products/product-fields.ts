import type { ProductWithFigures } from '#db/queries/products/admin-products.ts';
import type { ProductFieldColumns, ProductRow } from '#db/tables/products.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { ProductSystem } from '#src/wire/products/hosts.ts';
import {
  fieldRow,
  listedFieldsOf,
  PRODUCT_FIELD_NAMES,
  type ProductField,
  type ProductFields,
  type PublicProductFields,
  publicFieldsOf,
  type ShownProductFields,
} from '#src/wire/products/product-fields.ts';
import { readStoredMedia } from '#src/wire/products/product-media.ts';
import { readImage } from '#src/wire/products/product-urls.ts';
import type { AdminProduct, ProductDetails } from '#src/wire/products/products.ts';
import { isElsewhere, PLACEHOLDER_IMAGE } from '#src/wire/storefront/catalog.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { type Changes, changesBetween } from '../audit/audit.ts';
import { sharedCompatibility } from './kit-compatibility.ts';
import { picturesOfKit } from './kit-cover.ts';
import { hostsOf, partsOf, type WithRows } from './product-rows.ts';

export function toAdminProductDto(product: WithRows<ProductWithFigures>): AdminProduct {
  return {
    id: product.id,
    ...listedFieldsOf(shownFields(fieldsOf(product))),
    downloads: product.downloads,
    updateDate: product.updatedAt,
    keysAvailable: product.keysAvailable,
    buyersWaiting: product.buyersWaiting,
    currentVersion: product.currentVersion,
  };
}

export function toProductDetailsDto(product: WithRows<ProductWithFigures>): ProductDetails {
  const { termsVersion } = product;
  return { ...toAdminProductDto(product), ...shownFields(fieldsOf(product)), termsVersion };
}

export function toPublicProductDto(product: WithRows<ProductRow>): PublicProduct {
  const { id, currentVersion } = product;
  const out = [product, ...product.parts].filter(({ soldOutAt }) => soldOutAt !== null);
  const isSoldOut = out.some(({ pauseWithoutKeys }) => pauseWithoutKeys === 1);
  const stock = { isSoldOut, isKeyLate: out.length > 0 && !isSoldOut };
  const mosaic = picturesOfKit(product).map(rooted);
  const fields = fieldsOf(product);
  const isDerived = fields.hosts.length === 0 && fields.systems.length === 0;
  const shown = { ...fields, ...(isDerived && sharedCompatibility(product.parts.map(compatibilityOf))) };
  const image = mosaic[0] ?? fields.image;
  return { id, ...toPublicFields({ ...shown, image }), mosaic, currentVersion, ...stock };
}

function compatibilityOf({ hosts, systems }: WithRows<ProductRow>['parts'][number]) {
  return { hosts: hostsOf(hosts), systems: JSON.parse(systems) as ProductSystem[] };
}

export function toPublicFields(fields: ProductFields): PublicProductFields {
  return publicFieldsOf({ ...shownFields(fields), image: publicImage(fields.image) });
}

function shownFields(fields: ProductFields): ShownProductFields {
  const shown = PRODUCT_FIELD_NAMES.map((name) => [name, shownValue(name, fields[name])]);
  return { ...(Object.fromEntries(shown) as ShownProductFields), image: rooted(fields.image) };
}

function shownValue(name: ProductField, value: unknown): unknown {
  const { kind, whenEmpty } = fieldRow(name);
  if (kind === 'money') return typeof value === 'number' ? formatCents(value) : null;
  return value === '' && whenEmpty !== undefined ? whenEmpty : value;
}

/** Uses the placeholder for an empty path and for remote pictures, so that no visitor contacts another site. */
export function publicImage(image: string): string {
  return !image || isElsewhere(image) ? PLACEHOLDER_IMAGE : rooted(image);
}

function rooted(image: string): string {
  return !image || isElsewhere(image) || image.startsWith('/') ? image : `/${image}`;
}

export function fieldsOf(product: WithRows<ProductRow>): ProductFields {
  const kept = new Map(Object.entries(product));
  const fields = PRODUCT_FIELD_NAMES.map((name) => [name, keptValue(name, kept.get(columnName(name)))]);
  return {
    ...(Object.fromEntries(fields) as ProductFields),
    slug: product.slug ?? product.id,
    media: readStoredMedia(product.media),
    hosts: hostsOf(product.hosts),
    parts: partsOf(product.parts),
  };
}

function keptValue(name: ProductField, column: unknown): unknown {
  const { kind, whenEmpty } = fieldRow(name);
  if (kind === 'flag') return column === 1;
  if (kind === 'json') return JSON.parse(String(column));
  return whenEmpty === undefined ? column : (column ?? '');
}

export function columnsOf(form: ProductFields): ProductFieldColumns {
  const names = PRODUCT_FIELD_NAMES.filter((name) => fieldRow(name).kind !== 'rows');
  const columns = names.map((name) => [columnName(name), columnValue(name, form[name])]);
  return {
    ...(Object.fromEntries(columns) as ProductFieldColumns),
    description: form.description || form.name,
    // Only featured products show a struck-through price.
    originalPriceCents: form.isFeatured ? form.originalPrice : null,
    updateMonths: form.updatePolicy === 'months' ? form.updateMonths : null,
    ...(form.kind === 'kit' && OF_PARTS),
  };
}

/** A kit has no file, no key and no number of licenses of its own. */
const OF_PARTS = { downloadUrl: '', requiresActivation: 0, keySource: 'pool', allowsQuantity: 0 } as const;

export function columnName(name: ProductField): string {
  return fieldRow(name).kind === 'money' ? `${name}Cents` : name;
}

function columnValue(name: ProductField, value: unknown): unknown {
  const { kind, whenEmpty } = fieldRow(name);
  if (kind === 'flag') return value ? 1 : 0;
  if (kind === 'json') return JSON.stringify(value);
  return whenEmpty !== undefined && (value === '' || value === whenEmpty) ? null : value;
}

/** Stores our own pictures by path, even when typed with the public address. */
export function imageOf(typed: string, siteUrl: string): string {
  return typed.startsWith(`${siteUrl}/`) ? (readImage(typed.slice(siteUrl.length)) ?? typed) : typed;
}

/** By the names that the wire has for them. */
export function productChanges(before: ProductWithFigures, wanted: ProductFieldColumns): Changes {
  const changes = Object.entries(changesBetween(before, wanted));
  return Object.fromEntries(changes.map(([column, values]) => [column.replace(/Cents$/, ''), values]));
}
