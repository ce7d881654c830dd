import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedPrice } from '#src/islands/ui/typed-price.ts';
import { type AdminProduct, completePrice, type ProductFields, ProductForm } from '#src/wire/products.ts';

// The CSP allows no code made from text.
z.config({ jitless: true });

/** What the form of a new product begins with. */
export const NEW_PRODUCT: ProductFields = {
  name: '',
  description: '',
  price: '',
  originalPrice: '',
  status: 'active',
  categoryId: '',
  systemRequirements: '',
  isFeatured: false,
  requiresActivation: true,
  downloadUrl: '',
  image: '',
  videoUrl: '',
};

/** A product as its form shows it. */
export function typedFields(product: AdminProduct): ProductFields {
  return {
    name: product.name,
    description: product.description,
    price: typedPrice(product.price),
    originalPrice: product.originalPrice === null ? '' : typedPrice(product.originalPrice),
    status: product.status,
    categoryId: product.categoryId ?? '',
    systemRequirements: product.systemRequirements,
    isFeatured: product.isFeatured,
    requiresActivation: product.requiresActivation,
    downloadUrl: product.downloadUrl,
    image: product.image,
    videoUrl: product.videoUrl ?? '',
  };
}

/** What leaves the form: prices complete, and one that is struck through only beside a featured product. */
export function sentFields(fields: ProductFields, image: string): ProductFields {
  const hasOriginal = fields.isFeatured && fields.originalPrice !== '';
  return {
    ...fields,
    image,
    price: completePrice(fields.price),
    originalPrice: hasOriginal ? completePrice(fields.originalPrice) : '',
  };
}

/** Judges by the rules of the call; what was typed stays as it was typed. */
export const judgeFields: Resolver<ProductFields> = (values) => {
  const result = z.safeParse(ProductForm, values);
  if (result.success) return { values, errors: {} };
  const errors: FieldErrors<ProductFields> = {};
  for (const { path, message } of result.error.issues) {
    const field = FIELD_NAMES.find((name) => name === path[0]);
    if (field) errors[field] ??= { type: 'invalid', message };
  }
  return { values: {}, errors };
};

export const FIELD_NAMES = [
  'name',
  'description',
  'price',
  'originalPrice',
  'status',
  'categoryId',
  'systemRequirements',
  'isFeatured',
  'requiresActivation',
  'downloadUrl',
  'image',
  'videoUrl',
] as const satisfies readonly (keyof ProductFields)[];
