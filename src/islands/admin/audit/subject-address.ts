import type { AuditEntry } from '#src/wire/audit.ts';

type Subject = NonNullable<AuditEntry['subject']>;

export function subjectAddress({ kind, reference }: Subject): string | null {
  return ADDRESSES[kind]?.(encodeURIComponent(reference)) ?? null;
}

const ADDRESSES: Record<Subject['kind'], ((reference: string) => string) | null> = {
  product: (name) => `/admin/products?q=${name}`,
  key: (key) => `/admin/activation-keys?q=${key}`,
  purchase: (id) => `/admin/sales?id=${id}`,
  customer: (id) => `/admin/customers/${id}`,
  coupon: (code) => `/admin/promotions?q=${code}`,
  affiliate: (email) => `/admin/affiliates?q=${email}`,
  administrator: null,
};
