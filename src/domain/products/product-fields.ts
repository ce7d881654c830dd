import type { ProductWithFigures } from '#db/queries/products/admin-products.ts';
import type { ProductFieldColumns, ProductRow } from '#db/tables/products.ts';
import { formatCents } from '#src/wire/basics/money.ts';
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
import { isElsewhere, PLACEHOLDER_IMAGE, type PublicProduct } from '#src/wire/storefront/catalog.ts';
import { type Changes, changesBetween } from '../audit/audit.ts';
import { hostsOf, type WithHosts } from './product-hosts.ts';

export function toAdminProductDto(product: WithHosts<ProductWithFigures>): AdminProduct {
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

export function toProductDetailsDto(product: WithHosts<ProductWithFigures>): ProductDetails {
  const { termsVersion } = product;
  return { ...toAdminProductDto(product), ...shownFields(fieldsOf(product)), termsVersion };
}

export function toPublicProductDto(product: WithHosts<ProductRow>): PublicProduct {
  const { id, currentVersion } = product;
  const isOut = product.soldOutAt !== null;
  const isPausing = product.pauseWithoutKeys === 1;
  const stock = { isSoldOut: isOut && isPausing, isKeyLate: isOut && !isPausing };
  return { id, ...toPublicFields(fieldsOf(product)), currentVersion, ...stock };
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

export function fieldsOf(product: WithHosts<ProductRow>): ProductFields {
  const kept = new Map(Object.entries(product));
  const fields = PRODUCT_FIELD_NAMES.map((name) => [name, keptValue(name, kept.get(columnName(name)))]);
  return {
    ...(Object.fromEntries(fields) as ProductFields),
    slug: product.slug ?? product.id,
    media: readStoredMedia(product.media),
    hosts: hostsOf(product.hosts),
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
  };
}

function columnName(name: ProductField): string {
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
