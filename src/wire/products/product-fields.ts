import type * as z from 'zod/mini';
import { DATA_FIELDS } from './data-fields.ts';
import type { FieldRow } from './field-rows.ts';
import { LICENSE_FIELDS } from './license-fields.ts';
import { PAGE_FIELDS } from './page-fields.ts';

/** All that the owner says of a product. */
export const PRODUCT_FIELDS = { ...DATA_FIELDS, ...LICENSE_FIELDS, ...PAGE_FIELDS };

export type ProductFieldRows = typeof PRODUCT_FIELDS;
export type ProductField = keyof ProductFieldRows;
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[];

export function fieldRow(name: ProductField): FieldRow {
  return PRODUCT_FIELDS[name];
}

/** The fields whose row is so. */
export type FieldsThat<Wanted> = {
  [Name in ProductField]: ProductFieldRows[Name] extends Wanted ? Name : never;
}[ProductField];

/** As they were read from a request, prices in centavos. */
export type ProductFields = { [Name in ProductField]: z.output<ProductFieldRows[Name]['schema']> };

/** As the wire shows them, prices as `R$ 99,90`. */
export type ShownProductFields = {
  [Name in ProductField]: ProductFieldRows[Name] extends { kind: 'money' }
    ? string | Extract<ProductFields[Name], null>
    : ProductFieldRows[Name] extends { whenEmpty: null }
      ? ProductFields[Name] | null
      : ProductFields[Name];
};
export type ListedProductFields = Omit<ShownProductFields, FieldsThat<{ isInDetailsOnly: true }>>;
export type PublicProductFields = Pick<ShownProductFields, FieldsThat<{ isPublic: true }>>;

/** As the inputs of the form hold them. */
export type TypedProductFields<Name extends ProductField = ProductField> = {
  [Each in Name]: ProductFieldRows[Each] extends { kind: 'flag' | 'json' | 'rows' } ? ProductFields[Each] : string;
};

/** What an empty form shows. */
export const BLANK_FIELDS = Object.fromEntries(
  PRODUCT_FIELD_NAMES.map((name): [ProductField, unknown] => [name, fieldRow(name).blank]),
) as ShownProductFields;

export function typedFieldsOf<Name extends ProductField>(
  names: readonly Name[],
  fields: Pick<ShownProductFields, Name>,
): TypedProductFields<Name> {
  const typed = names.map((name) => {
    const value = fields[name];
    return [name, value === null || typeof value === 'number' ? String(value ?? '') : value];
  });
  return Object.fromEntries(typed) as TypedProductFields<Name>;
}

export function listedFieldsOf(fields: ShownProductFields): ListedProductFields {
  return fieldsWhere(fields, (row) => !row.isInDetailsOnly) as ListedProductFields;
}

export function publicFieldsOf(fields: ShownProductFields): PublicProductFields {
  return fieldsWhere(fields, (row) => row.isPublic === true) as PublicProductFields;
}

function fieldsWhere(fields: ShownProductFields, isWanted: (row: FieldRow) => boolean): Partial<ShownProductFields> {
  const wanted = PRODUCT_FIELD_NAMES.filter((name) => isWanted(fieldRow(name)));
  return Object.fromEntries(wanted.map((name) => [name, fields[name]]));
}
