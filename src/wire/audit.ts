import { startOf } from './dates.ts';
import { type ListRequest, readListRequest } from './lists.ts';
import { isDay, shiftDay } from './periods.ts';

/** One line of the audit trail: who did what to what, and when. */
export type AuditEntry = {
  id: string;
  at: string;
  /** Null for a user who is no more. */
  actorName: string | null;
  /** `noun.verb`, such as `product.update`. */
  action: string;
  entity: string;
  entityId: string;
  /** The names of the fields that changed, as the calls name them. */
  fields: string[];
  /** What it was done to, while that still exists. `reference` is what its own screen finds it by. */
  subject: { kind: AuditSubjectKind; name: string; reference: string } | null;
};

export type AuditSubjectKind = 'product' | 'key' | 'purchase' | 'customer' | 'coupon' | 'affiliate';

/** What the trail can be narrowed to, each with the nouns of its actions. */
export const AUDIT_KINDS = {
  product: ['product', 'upload'],
  key: ['key'],
  purchase: ['purchase'],
  customer: ['customer'],
  coupon: ['coupon'],
  affiliate: ['affiliate', 'affiliate_sale'],
  bank: ['bank'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof AUDIT_KINDS;

export type AuditRequest = ListRequest<'time'> & {
  kind: AuditKind | null;
  /** The first instant that counts, and the first that no longer does. */
  since: string | null;
  until: string | null;
};

export const AUDIT_PAGE_SIZE = 20;

/** Reads a request from an address; `from` and `to` are days in São Paulo, both inclusive. */
export function readAuditRequest(params: URLSearchParams): AuditRequest {
  const kind = params.get('kind') ?? '';
  const from = dayIn(params.get('from'));
  const to = dayIn(params.get('to'));
  return {
    ...readListRequest(params, { sorts: ['time'], sort: 'time', order: 'desc' }),
    ...(params.has('pageSize') ? {} : { pageSize: AUDIT_PAGE_SIZE }),
    kind: isKind(kind) ? kind : null,
    since: from && startOf(from).toISOString(),
    until: to && startOf(shiftDay(to, 1)).toISOString(),
  };
}

function isKind(text: string): text is AuditKind {
  return Object.hasOwn(AUDIT_KINDS, text);
}

/** A day that exists, or null. */
function dayIn(text: string | null): string | null {
  return text && isDay(text) ? text : null;
}
