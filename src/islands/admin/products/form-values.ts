import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedPrice } from '#src/islands/ui/fields/typed-price.ts';
import { PRODUCT_FIELD_NAMES, type TypedProductFields } from '#src/wire/products/product-fields.ts';
import {
  type AdminProduct,
  completePrice,
  ProductForm,
  ProductFormPolicy,
  ProductFormPrices,
  productFormDelivery,
} from '#src/wire/products/products.ts';

export function toFormFields(product: AdminProduct): TypedProductFields {
  const shown = PRODUCT_FIELD_NAMES.map((name) => [name, product[name] ?? '']);
  return {
    ...(Object.fromEntries(shown) as TypedProductFields),
    price: typedPrice(product.price),
    originalPrice: product.originalPrice === null ? '' : typedPrice(product.originalPrice),
    updateMonths: product.updateMonths === null ? '' : String(product.updateMonths),
  };
}

/** Completes prices, and drops the original price unless featured. */
export function toRequestFields(fields: TypedProductFields, image: string): TypedProductFields {
  const hasOriginal = fields.isFeatured && fields.originalPrice !== '';
  return {
    ...fields,
    image,
    price: completePrice(fields.price),
    originalPrice: hasOriginal ? completePrice(fields.originalPrice) : '',
  };
}

/** Validates by the schema of the call without changing the typed text. */
export const validateFields: Resolver<TypedProductFields, { hasVersion: boolean }> = (values, context) => {
  const delivery = productFormDelivery(context?.hasVersion ?? false);
  const issues = [ProductForm, ProductFormPrices, ProductFormPolicy, delivery].flatMap(
    (schema) => z.safeParse(schema, values).error?.issues ?? [],
  );
  if (issues.length === 0) return { values, errors: {} };
  const errors: FieldErrors<TypedProductFields> = {};
  for (const { path, message } of issues) {
    const field = PRODUCT_FIELD_NAMES.find((name) => name === path[0]);
    if (field) errors[field] ??= { type: 'invalid', message };
  }
  return { values: {}, errors };
};
