import { readDay } from '../basics/periods.ts';
import { defineList, oneOf, type RequestOf } from '../lists/lists.ts';
import type { AuditChanges } from './audit-values.ts';

export type AuditEntry = {
  id: string;
  at: string;
  /** It is null for a deleted user. */
  actorName: string | null;
  action: string;
  entity: string;
  entityId: string;
  fields: string[];
  /** The trail does not keep the values of every field, and older entries have none. */
  changes: AuditChanges;
  /** It is set when one entry stands for several. */
  count: number | null;
  /** It is null for a deleted subject; its screen finds it by `reference`. */
  subject: { kind: AuditSubjectKind; name: string; reference: string } | null;
};

export type AuditSubjectKind =
  | 'product'
  | 'category'
  | 'key'
  | 'purchase'
  | 'customer'
  | 'coupon'
  | 'affiliate'
  | 'administrator';

/** A refused sign-in, a command, a migration and what the shop does when it is time have no administrator. */
export const ANYBODY = 'anybody';
export const COMMAND = 'command';
export const UPGRADE = 'upgrade';
export const SCHEDULE = 'schedule';
/** The customer of the entry. */
export const BUYER = 'buyer';
/** Stands for an e-mail without an administrator. */
export const UNKNOWN_ACCOUNT = 'unknown';

export const AUDIT_KINDS = {
  product: ['product', 'upload'],
  key: ['key'],
  purchase: ['purchase'],
  customer: ['customer'],
  coupon: ['coupon'],
  affiliate: ['affiliate', 'affiliate_sale'],
  bank: ['bank'],
  settings: ['settings'],
  access: ['access'],
  backup: ['backup'],
  view: ['view'],
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
  settings: 'Configurações',
  access: 'Entradas no painel',
  backup: 'Backups',
  view: 'Visões das listas',
};

export const AUDIT_LIST = defineList({
  name: 'audit',
  path: '/api/admin/audit',
  sorts: ['time'],
  sort: 'time',
  order: 'desc',
  filters: { kind: oneOf(AUDIT_KINDS), from: readDay, to: readDay },
  pageSize: 20,
});
/** `from` and `to` are days in São Paulo, both inclusive. */
export type AuditListRequest = RequestOf<typeof AUDIT_LIST>;
