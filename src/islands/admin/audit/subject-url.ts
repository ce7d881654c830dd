import type { AuditEntry } from '#src/wire/audit/audit.ts';

type Subject = NonNullable<AuditEntry['subject']>;

export function subjectUrl({ kind, reference }: Subject): string | null {
  return URLS[kind]?.(encodeURIComponent(reference)) ?? null;
}

const URLS: Record<Subject['kind'], ((reference: string) => string) | null> = {
  product: (name) => `/admin/products?q=${name}`,
  category: (id) => `/admin/products?category=${id}`,
  key: (key) => `/admin/activation-keys?q=${key}`,
  purchase: (id) => `/admin/sales?id=${id}`,
  customer: (id) => `/admin/customers/${id}`,
  coupon: (code) => `/admin/promotions?q=${code}`,
  affiliate: (email) => `/admin/affiliates?q=${email}`,
  administrator: null,
  token: () => '/admin/integracoes/tokens',
};
