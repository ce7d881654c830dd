import type { ProductWithFigures } from '#db/queries/products/admin-products.ts';
import type { ProductRow } from '#db/tables/products.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { LicenseFields } from '#src/wire/products/license-fields.ts';
import {
  type PublicProductFields,
  publicFieldsOf,
  type ShownProductFields,
  USUAL_LICENSE_TERMS,
} from '#src/wire/products/product-fields.ts';
import type { PageFields } from '#src/wire/products/product-page.ts';
import { readImage } from '#src/wire/products/product-urls.ts';
import type { AdminProduct, CreateProduct, ProductDetails } from '#src/wire/products/products.ts';
import { isElsewhere, PLACEHOLDER_IMAGE, type PublicProduct } from '#src/wire/storefront/catalog.ts';
import { type Changes, changesBetween } from '../audit/audit.ts';
import { pageColumnsOf, pageFieldsOf, type WithHosts } from './product-page-fields.ts';

type Fields = Required<CreateProduct>;
type DataFields = Omit<Fields, keyof PageFields>;

export function toAdminProductDto(product: WithHosts<ProductWithFigures>): AdminProduct {
  const { slug, tagline, hosts, systems } = pageFieldsOf(product);
  return {
    id: product.id,
    ...shownFields(dataFieldsOf(product)),
    ...{ slug, tagline, hosts, systems },
    downloads: product.downloads,
    updateDate: product.updatedAt,
    keysAvailable: product.keysAvailable,
    buyersWaiting: product.buyersWaiting,
    currentVersion: product.currentVersion,
  };
}

export function toProductDetailsDto(product: WithHosts<ProductWithFigures>): ProductDetails {
  return { ...toAdminProductDto(product), ...pageFieldsOf(product), termsVersion: product.termsVersion };
}

export function toPublicProductDto(product: WithHosts<ProductRow>): PublicProduct {
  const { slug, tagline, media, hosts, systems } = pageFieldsOf(product);
  const page = { slug, tagline, media, hosts, systems };
  const { id, currentVersion } = product;
  const isOut = product.soldOutAt !== null;
  const isPausing = product.pauseWithoutKeys === 1;
  const stock = { isSoldOut: isOut && isPausing, isKeyLate: isOut && !isPausing };
  return { id, ...toPublicFields(dataFieldsOf(product)), ...page, currentVersion, ...stock };
}

export function toPublicFields(fields: DataFields): PublicProductFields {
  const shown = shownFields(fields);
  return publicFieldsOf({ ...shown, image: publicImage(fields.image) });
}

function shownFields(fields: DataFields): ShownProductFields & LicenseFields {
  return {
    ...fields,
    price: formatCents(fields.price),
    originalPrice: fields.originalPrice === null ? null : formatCents(fields.originalPrice),
    image: rooted(fields.image),
    licenseTerms: fields.licenseTerms || USUAL_LICENSE_TERMS,
    videoUrl: fields.videoUrl || null,
  };
}

/** Uses the placeholder for an empty path and for remote pictures, so that no visitor contacts another site. */
export function publicImage(image: string): string {
  return !image || isElsewhere(image) ? PLACEHOLDER_IMAGE : rooted(image);
}

function rooted(image: string): string {
  return !image || isElsewhere(image) || image.startsWith('/') ? image : `/${image}`;
}

export function fieldsOf(product: WithHosts<ProductRow>): Fields {
  return { ...dataFieldsOf(product), ...pageFieldsOf(product) };
}

function dataFieldsOf(product: ProductRow): DataFields {
  return {
    name: product.name,
    description: product.description,
    price: product.priceCents,
    originalPrice: product.originalPriceCents,
    status: product.status,
    image: product.image,
    categoryId: product.categoryId,
    systemRequirements: product.systemRequirements,
    isFeatured: product.isFeatured === 1,
    downloadUrl: product.downloadUrl,
    requiresActivation: product.requiresActivation === 1,
    licenseTerms: product.licenseTerms ?? '',
    videoUrl: product.videoUrl ?? '',
    updatePolicy: product.updatePolicy,
    updateMonths: product.updateMonths,
    keySource: product.keySource,
    keyPrefix: product.keyPrefix,
    machineLimit: product.machineLimit,
    offlineDays: product.offlineDays,
    idleDays: product.idleDays,
    lowKeysAt: product.lowKeysAt,
    pauseWithoutKeys: product.pauseWithoutKeys === 1,
  };
}

export function columnsOf(form: Fields) {
  return {
    name: form.name,
    description: form.description || form.name,
    priceCents: form.price,
    // Only featured products show a struck-through price.
    originalPriceCents: form.isFeatured ? form.originalPrice : null,
    status: form.status,
    image: form.image,
    categoryId: form.categoryId,
    systemRequirements: form.systemRequirements,
    isFeatured: form.isFeatured ? 1 : 0,
    downloadUrl: form.downloadUrl,
    requiresActivation: form.requiresActivation ? 1 : 0,
    licenseTerms: form.licenseTerms && form.licenseTerms !== USUAL_LICENSE_TERMS ? form.licenseTerms : null,
    videoUrl: form.videoUrl || null,
    updatePolicy: form.updatePolicy,
    updateMonths: form.updatePolicy === 'months' ? form.updateMonths : null,
    keySource: form.keySource,
    keyPrefix: form.keyPrefix,
    machineLimit: form.machineLimit,
    offlineDays: form.offlineDays,
    idleDays: form.idleDays,
    lowKeysAt: form.lowKeysAt,
    pauseWithoutKeys: form.pauseWithoutKeys ? 1 : 0,
    ...pageColumnsOf(form),
  } as const;
}

/** Stores our own pictures by path, even when typed with the public address. */
export function imageOf(typed: string, siteUrl: string): string {
  return typed.startsWith(`${siteUrl}/`) ? (readImage(typed.slice(siteUrl.length)) ?? typed) : typed;
}

/** By the names that the wire has for them. */
export function productChanges(before: ProductWithFigures, wanted: ReturnType<typeof columnsOf>): Changes {
  const changes = Object.entries(changesBetween(before, wanted));
  return Object.fromEntries(changes.map(([column, values]) => [column.replace(/Cents$/, ''), values]));
}
