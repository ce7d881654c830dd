import type { OfficeProduct } from '#db/queries/product-office.ts';
import { formatCents } from '#src/wire/money.ts';
import { readImage } from '#src/wire/product-addresses.ts';
import type { AdminProduct, CreateProduct } from '#src/wire/products.ts';

/** Of a product, all that a form can change. */
type Fields = Required<CreateProduct>;

/** The product as the back-office reads it. */
export function adminProduct(product: OfficeProduct): AdminProduct {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: formatCents(product.priceCents),
    originalPrice: product.originalPriceCents === null ? null : formatCents(product.originalPriceCents),
    image: rooted(product.image),
    categoryId: product.categoryId,
    systemRequirements: product.systemRequirements,
    isFeatured: product.isFeatured === 1,
    videoUrl: product.videoUrl,
    requiresActivation: product.requiresActivation === 1,
    status: product.status,
    downloadUrl: product.downloadUrl,
    downloads: product.downloads,
    updateDate: product.updatedAt,
    keysAvailable: product.keysAvailable,
    buyersWaiting: product.buyersWaiting,
  };
}

export function fieldsOf(product: OfficeProduct): Fields {
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
    videoUrl: product.videoUrl ?? '',
  };
}

/** The same, as the database keeps it. */
export function columnsOf(form: Fields) {
  return {
    name: form.name,
    description: form.description || form.name,
    priceCents: form.price,
    // Struck through beside the price, which only a featured product has.
    originalPriceCents: form.isFeatured ? form.originalPrice : null,
    status: form.status,
    image: form.image,
    categoryId: form.categoryId,
    systemRequirements: form.systemRequirements,
    isFeatured: form.isFeatured ? 1 : 0,
    downloadUrl: form.downloadUrl,
    requiresActivation: form.requiresActivation ? 1 : 0,
    videoUrl: form.videoUrl || null,
  } as const;
}

/** A picture of ours is kept by its path, also where it comes with the shop's public address in front. */
export function imageOf(typed: string, siteUrl: string): string {
  return typed.startsWith(`${siteUrl}/`) ? (readImage(typed.slice(siteUrl.length)) ?? typed) : typed;
}

/** What differs, by the names that the form has for it. */
export function changedFields(before: OfficeProduct, wanted: ReturnType<typeof columnsOf>): string[] {
  const known: Record<string, unknown> = before;
  return Object.entries(wanted)
    .filter(([column, value]) => known[column] !== value)
    .map(([column]) => column.replace(/Cents$/, ''));
}

function rooted(image: string): string {
  return !image || image.startsWith('https://') || image.startsWith('/') ? image : `/${image}`;
}
