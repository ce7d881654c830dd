import { defineList, oneOf, type RequestOf } from './lists.ts';
import { readDay } from './periods.ts';

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
  /** How often, where one line stands for several; otherwise null. */
  count: number | null;
  /** What it was done to, while that still exists. `reference` is what its own screen finds it by. */
  subject: { kind: AuditSubjectKind; name: string; reference: string } | null;
};

export type AuditSubjectKind = 'product' | 'key' | 'purchase' | 'customer' | 'coupon' | 'affiliate' | 'administrator';

/** Whoever it was that a sign-in was refused. */
export const ANYBODY = 'anybody';
/** A command on the machine of the store, such as a backup. */
export const COMMAND = 'command';
/** A new version of the store, as it was first started. */
export const UPGRADE = 'upgrade';
/** The account of a sign-in that belongs to no administrator. */
export const UNKNOWN_ACCOUNT = 'unknown';

/** What the trail can be narrowed to, each with the nouns of its actions. */
export const AUDIT_KINDS = {
  product: ['product', 'upload'],
  key: ['key'],
  purchase: ['purchase'],
  customer: ['customer'],
  coupon: ['coupon'],
  affiliate: ['affiliate', 'affiliate_sale'],
  bank: ['bank'],
  access: ['access'],
  backup: ['backup'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof AUDIT_KINDS;

export const AUDIT_KIND_NAMES: Record<AuditKind, string> = {
  product: 'Produtos e arquivos',
  key: 'Chaves de ativação',
  purchase: 'Vendas',
  customer: 'Clientes',
  coupon: 'Cupons',
  affiliate: 'Afiliados e comissões',
  bank: 'Banco',
  access: 'Entradas no painel',
  backup: 'Backups',
};

export const AUDIT_LIST = defineList({
  path: '/api/admin/audit',
  sorts: ['time'],
  sort: 'time',
  order: 'desc',
  filters: { kind: oneOf(AUDIT_KINDS), from: readDay, to: readDay },
  pageSize: 20,
});
/** `from` and `to` are days in São Paulo, both inclusive. */
export type AuditListRequest = RequestOf<typeof AUDIT_LIST>;
