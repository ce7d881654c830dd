import * as z from 'zod/mini';
import { fieldName } from '#src/wire/basics/field-name.ts';
import { keyPrefixOf, type LicenseFields, LicenseForm, USUAL_LICENSE } from '#src/wire/products/license-fields.ts';
import { BLANK_PAGE, PageFields } from '#src/wire/products/product-page.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import type { TypedHost } from './host-row.tsx';

type TypedLicense = Record<Exclude<keyof LicenseFields, 'pauseWithoutKeys'>, string> & { pauseWithoutKeys: boolean };

/** What is typed outside `Dados`. */
export type Draft = Omit<PageFields, 'hosts'> & { hosts: TypedHost[] } & TypedLicense;

export function draftOf(product: Pick<ProductDetails, keyof Draft>): Draft {
  const { slug, tagline, body, media, faq, licenseText, hosts, systems, gpuNote } = product;
  const { keySource, keyPrefix, machineLimit, offlineDays, idleDays, lowKeysAt, pauseWithoutKeys } = product;
  return {
    ...{ slug, tagline, body, media, faq, licenseText, systems, gpuNote },
    hosts: hosts.map((host) => ({ ...host, maxVersion: host.maxVersion ?? '' })),
    keySource,
    keyPrefix: keyPrefix ?? '',
    machineLimit: String(machineLimit ?? ''),
    offlineDays: String(offlineDays),
    idleDays: String(idleDays),
    lowKeysAt: String(lowKeysAt ?? ''),
    pauseWithoutKeys,
  };
}

export const BLANK_DRAFT = draftOf({ ...BLANK_PAGE, ...USUAL_LICENSE });

/** With the prefix that the product's name proposes, where the shop makes the keys and none was typed. */
export function withPrefix(draft: Draft, name: string): Draft {
  const needsPrefix = draft.keySource === 'made' && draft.keyPrefix.trim() === '';
  return needsPrefix ? { ...draft, keyPrefix: keyPrefixOf(name) } : draft;
}

/** By the names of the fields, as `hosts[0].minVersion`. */
export function problemsOf(draft: Draft): Record<string, string> {
  const issues = [PageFields, LicenseForm].flatMap(
    (schema) => z.safeParse(schema, withPrefix(draft, '')).error?.issues ?? [],
  );
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) problems[fieldName(path)] ??= message;
  return problems;
}
