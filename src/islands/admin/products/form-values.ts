import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { typedPrice } from '#src/islands/ui/fields/typed-price.ts';
import { text } from '#src/wire/basics/text.ts';
import { DATA_FIELDS, deliveryProblems, policyProblems } from '#src/wire/products/data-fields.ts';
import { refusedBy, schemasOf } from '#src/wire/products/field-rows.ts';
import { kitProblems } from '#src/wire/products/kits.ts';
import { BLANK_FIELDS, type TypedProductFields, typedFieldsOf } from '#src/wire/products/product-fields.ts';
import { completePrice, priceProblems } from '#src/wire/products/product-prices.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';

export type DataField = keyof typeof DATA_FIELDS;
export type TypedData = TypedProductFields<DataField>;
export const DATA_FIELD_NAMES = Object.keys(DATA_FIELDS) as DataField[];

/** Without a file there is nothing to sell yet. */
export const NEW_PRODUCT: TypedData = { ...typedFieldsOf(DATA_FIELD_NAMES, BLANK_FIELDS), status: 'Em revisão' };

export function toFormFields(product: AdminProduct): TypedData {
  const typed = typedFieldsOf(DATA_FIELD_NAMES, product);
  return { ...typed, price: typedPrice(typed.price), originalPrice: typedPrice(typed.originalPrice) };
}

/** Completes prices, and drops the original price unless featured. */
export function toRequestFields(fields: TypedData, image: string): TypedData {
  const hasOriginal = fields.isFeatured && fields.originalPrice !== '';
  return {
    ...fields,
    image,
    price: completePrice(fields.price),
    originalPrice: hasOriginal ? completePrice(fields.originalPrice) : '',
  };
}

/** Validates by the schema of the call without changing the typed text. */
export const validateFields: Resolver<TypedData, { hasVersion: boolean }> = (values, context) => {
  const hasVersion = context?.hasVersion ?? false;
  const delivery = Delivery.check(refusedBy((fields) => deliveryProblems(fields, hasVersion)));
  const issues = [DataForm, Prices, Policy, Kit, delivery].flatMap(
    (schema) => z.safeParse(schema, values).error?.issues ?? [],
  );
  if (issues.length === 0) return { values, errors: {} };
  const errors: FieldErrors<TypedData> = {};
  for (const { path, message } of issues) {
    const field = DATA_FIELD_NAMES.find((name) => name === path[0]);
    if (field) errors[field] ??= { type: 'invalid', message };
  }
  return { values: {}, errors };
};

const SCHEMAS = schemasOf(DATA_FIELDS);
const { kind, parts, status, price, originalPrice, isFeatured, downloadUrl, updatePolicy, updateMonths } = SCHEMAS;

/** Requires what the API defaults. */
const DataForm = z.object({
  ...SCHEMAS,
  description: text(1, 2_000, 'Escreva uma descrição, com até 2.000 caracteres.'),
});
const Prices = z.object({ status, price, originalPrice, isFeatured }).check(refusedBy(priceProblems));
const Policy = z.object({ updatePolicy, updateMonths }).check(refusedBy(policyProblems));
const Kit = z.object({ kind, parts }).check(refusedBy(kitProblems));
const Delivery = z.object({ kind, status, downloadUrl });
