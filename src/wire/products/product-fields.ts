import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { DATA_FIELDS } from './data-fields.ts';
import type { FieldRow } from './field-rows.ts';
import { LICENSE_FIELDS } from './license-fields.ts';
import { COMPATIBILITY_FIELDS, PAGE_FIELDS } from './page-fields.ts';

/** All that the owner says of a product. */
export const PRODUCT_FIELDS = { ...DATA_FIELDS, ...LICENSE_FIELDS, ...PAGE_FIELDS, ...COMPATIBILITY_FIELDS };

/** The tabs of the product's window in which they are typed. */
export const FIELDS_OF_TABS = {
  data: DATA_FIELDS,
  page: PAGE_FIELDS,
  compatibility: COMPATIBILITY_FIELDS,
  license: LICENSE_FIELDS,
};

export type ProductFieldRows = typeof PRODUCT_FIELDS;
export type ProductField = keyof ProductFieldRows;
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[];

const SCHEMA_OF_KIND = {
  text: z.string(),
  choice: z.string(),
  flag: z.boolean(),
  money: z.string(),
  count: z.number(),
  json: z.unknown(),
  rows: z.unknown(),
} as const satisfies Record<FieldRow['kind'], z.ZodMiniType>;

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

type SchemasOf<Fields> = { [Name in keyof Fields]: z.ZodMiniType<Fields[Name]> };

const SHOWN_SCHEMAS = Object.fromEntries(
  PRODUCT_FIELD_NAMES.map((name) => [name, shownSchema(fieldRow(name))]),
) as SchemasOf<ShownProductFields>;
export const ShownProductFields = z.object(SHOWN_SCHEMAS);
export const ListedProductFields = z.object(listedFieldsOf(SHOWN_SCHEMAS));
export const PublicProductFields = z.object(publicFieldsOf(SHOWN_SCHEMAS));

function shownSchema({ kind, shown, choices, blank, whenEmpty }: FieldRow): z.ZodMiniType {
  const schema = shown ?? (choices ? keyOf(choices) : SCHEMA_OF_KIND[kind]);
  return blank === null || whenEmpty === null ? z.nullable(schema) : schema;
}

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

export function listedFieldsOf<Fields extends AllFields>(fields: Fields) {
  return fieldsWhere(fields, (row) => !row.isInDetailsOnly) as Omit<Fields, FieldsThat<{ isInDetailsOnly: true }>>;
}

export function publicFieldsOf<Fields extends AllFields>(fields: Fields) {
  return fieldsWhere(fields, (row) => row.isPublic === true) as Pick<Fields, FieldsThat<{ isPublic: true }>>;
}

type AllFields = Record<ProductField, unknown>;

function fieldsWhere(fields: AllFields, isWanted: (row: FieldRow) => boolean): Partial<AllFields> {
  const wanted = PRODUCT_FIELD_NAMES.filter((name) => isWanted(fieldRow(name)));
  return Object.fromEntries(wanted.map((name) => [name, fields[name]]));
}
