import * as z from 'zod/mini';
import { ROLE_NAMES } from '../access/roles.ts';
import { readDay } from '../basics/periods.ts';
import { defineList, oneOf, type RequestOf } from '../lists/lists.ts';
import { AuditChanges } from './audit-changes.ts';

export const AuditSubjectKind = z.enum([
  'product',
  'category',
  'key',
  'purchase',
  'customer',
  'coupon',
  'affiliate',
  'administrator',
  'token',
]);
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>;

export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** It is null for a deleted user. */
  actorName: z.nullable(z.string()),
  /** It is theirs of then; null for whoever is no person of the team, and in old entries. */
  actorRole: z.nullable(z.enum(ROLE_NAMES)),
  /** It names the session as its own person sees it; null where none acted, and in old entries. */
  session: z.nullable(z.string()),
  action: z.string(),
  /** The action in words, before the subject's name where it has one of its own. */
  text: z.string(),
  isWhole: z.boolean(),
  entity: z.string(),
  entityId: z.string(),
  fields: z.array(z.string()),
  /** The trail does not keep the values of every field, and older entries have none. */
  changes: AuditChanges,
  /** Changes and the other fields in words: the page would have to load the names of all forms and settings. */
  shown: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  otherFields: z.array(z.string()),
  /** It is set when one entry stands for several. */
  count: z.nullable(z.number()),
  /** It is null for a deleted subject; its screen finds it by `reference`. */
  subject: z.nullable(
    z.object({
      kind: AuditSubjectKind,
      name: z.string(),
      reference: z.string(),
    }),
  ),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

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
  offer: ['offer'],
  hook: ['hook'],
  affiliate: ['affiliate', 'affiliate_sale'],
  bank: ['bank'],
  import: ['import'],
  settings: ['settings'],
  access: ['access'],
  backup: ['backup'],
  audit: ['audit'],
  view: ['view'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof AUDIT_KINDS;

export const AUDIT_KIND_NAMES: Record<AuditKind, string> = {
  product: 'Produtos e arquivos',
  key: 'Chaves de ativação',
  purchase: 'Vendas',
  customer: 'Clientes',
  coupon: 'Cupons',
  offer: 'Ofertas no checkout',
  hook: 'Webhooks',
  affiliate: 'Afiliados e comissões',
  bank: 'Banco',
  import: 'Importações',
  settings: 'Configurações',
  access: 'Entradas no painel',
  backup: 'Backups',
  audit: 'Selos da trilha',
  view: 'Visões das listas',
};

export const AUDIT_LIST = defineList({
  name: 'audit',
  path: '/api/admin/audit',
  sorts: ['time'],
  sort: 'time',
  filters: { kind: oneOf(AUDIT_KINDS), from: readDay, to: readDay },
  pageSize: 20,
});
/** `from` and `to` are days in São Paulo, both inclusive. */
export type AuditListRequest = RequestOf<typeof AUDIT_LIST>;
