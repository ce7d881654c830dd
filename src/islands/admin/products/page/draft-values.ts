import * as z from 'zod/mini';
import { fieldName } from '#src/wire/basics/field-name.ts';
import { refusedBy, schemasOf } from '#src/wire/products/field-rows.ts';
import { keyPrefixOf, LICENSE_FIELDS, licenseProblems } from '#src/wire/products/license-fields.ts';
import { COMPATIBILITY_FIELDS, PAGE_FIELDS } from '#src/wire/products/page-fields.ts';
import {
  BLANK_FIELDS,
  type ShownProductFields,
  type TypedProductFields,
  typedFieldsOf,
} from '#src/wire/products/product-fields.ts';
import type { TypedHost } from './host-row.tsx';

const DRAFT_FIELDS = { ...LICENSE_FIELDS, ...PAGE_FIELDS, ...COMPATIBILITY_FIELDS };
type DraftField = keyof typeof DRAFT_FIELDS;
export const DRAFT_FIELD_NAMES = Object.keys(DRAFT_FIELDS) as DraftField[];

/** What is typed outside `Dados`. */
export type Draft = Omit<TypedProductFields<DraftField>, 'hosts'> & { hosts: TypedHost[] };

export function draftOf(product: Pick<ShownProductFields, DraftField>): Draft {
  const typed = typedFieldsOf(DRAFT_FIELD_NAMES, product);
  return { ...typed, hosts: typed.hosts.map((host) => ({ ...host, maxVersion: host.maxVersion ?? '' })) };
}

export const BLANK_DRAFT = draftOf(BLANK_FIELDS);

/** Adds the prefix that the product's name proposes, where the shop makes the keys and none was typed. */
export function withPrefix(draft: Draft, name: string): Draft {
  const needsPrefix = draft.keySource === 'made' && draft.keyPrefix.trim() === '';
  return needsPrefix ? { ...draft, keyPrefix: keyPrefixOf(name) } : draft;
}

/** The problems are named by their fields, as `hosts[0].minVersion`. */
export function problemsOf(draft: Draft): Record<string, string> {
  const issues = SCHEMAS.flatMap((schema) => z.safeParse(schema, withPrefix(draft, '')).error?.issues ?? []);
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) problems[fieldName(path)] ??= message;
  return problems;
}

const { keySource, keyPrefix } = schemasOf(LICENSE_FIELDS);
const SCHEMAS = [
  z.object(schemasOf(DRAFT_FIELDS)),
  z.object({ keySource, keyPrefix }).check(refusedBy(licenseProblems)),
];
