import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { defineList, type RequestOf } from '../lists/lists.ts';
import { factsOf, MAIL_KINDS } from './mail-kinds.ts';

export const FailedMail = z.object({
  id: z.string(),
  kind: keyOf(MAIL_KINDS),
  /** It is null in mail that is about no single purchase; `product` is then empty. */
  purchaseId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  customer: z.string(),
  email: z.string(),
  product: z.string(),
  createdAt: z.string(),
  reason: z.string(),
});
export type FailedMail = z.infer<typeof FailedMail>;

/** Notices leave by the shop's own account, unless they have one. */
export type MailAccount = 'shop' | 'notices';

export type MailTestState = 'waiting' | 'sent' | 'failed';

export const MAIL_STATE_NAMES = { waiting: 'Na fila', sent: 'Enviado', failed: 'Não saiu' } as const;

/** Each line is a mail of the outbox, or a test. */
export const LoggedMail = z.object({
  id: z.string(),
  /** It is null for a test of the settings. */
  kind: z.nullable(keyOf(MAIL_KINDS)),
  state: keyOf(MAIL_STATE_NAMES),
  /** It is the time of its end, or since when it waits. */
  at: z.string(),
  /** It is null unless an attempt failed. */
  reason: z.nullable(z.string()),
  /** It is null where nobody is left to name. */
  to: z.nullable(z.string()),
  purchaseId: z.nullable(z.string()),
  customerId: z.nullable(z.string()),
  canRetry: z.boolean(),
});
export type LoggedMail = z.infer<typeof LoggedMail>;

/** Nobody is left to name once the buyer of a mail was erased. */
export function addresseeOf({ to, kind, purchaseId, customerId }: LoggedMail): string {
  const isOfBuyer = purchaseId !== null || customerId !== null;
  return to ?? (isOfBuyer || !kind ? undefined : factsOf(kind).addressee) ?? 'Pessoa removida';
}
export const QuotaSpan = z.object({
  name: z.string(),
  sent: z.number(),
  limit: z.number(),
  kept: z.number(),
});
export type QuotaSpan = z.infer<typeof QuotaSpan>;

/** What of the account's quotas is used; empty where it has none. */
export const MailQuota = z.object({
  spans: z.array(QuotaSpan),
  refusal: z.nullable(
    z.object({
      title: z.string(),
      text: z.string(),
    }),
  ),
});
export type MailQuota = z.infer<typeof MailQuota>;

export const MAIL_QUOTA_PATH = '/api/admin/mail/quota';
export const MAIL_LOG_PATH = '/api/admin/mail/recent';
export const MAIL_TEST_PATH = '/api/admin/mail/test';
export const MAIL_LOG_SIZE = 20;

/** `queued` excludes messages that were already queued. */
export const MailRetried = z.object({
  success: z.literal(true),
  message: z.string(),
  queued: z.number(),
});
export type MailRetried = z.infer<typeof MailRetried>;

export const FAILED_MAIL_LIST = defineList({
  path: '/api/admin/mail/failed',
  sorts: ['createdAt'],
  sort: 'createdAt',
  filters: {},
});
export type FailedMailListRequest = RequestOf<typeof FAILED_MAIL_LIST>;

export const FAILED_MAIL_SHOWN = 5;

export function mailReason(code: string | null): string {
  return (
    (code !== null && Object.hasOwn(REASONS, code) && REASONS[code]) || 'o servidor de e-mail não aceitou a mensagem'
  );
}

/** The mail server's refusals that are about our account, and about the addressee's mailbox. */
export const QUOTA_REFUSED = 'EQUOTA';
export const MAILBOX_REFUSED = 'EMAILBOX';

const NO_MAILBOX = 'o endereço não existe ou não recebe mais e-mails';
const UNREACHABLE = 'o servidor de e-mail não respondeu';
const REASONS: Record<string, string> = {
  nothing_to_send: 'não havia mais o que enviar',
  erased: 'os dados da pessoa foram removidos',
  stopped: 'o envio foi parado',
  bounced: NO_MAILBOX,
  [QUOTA_REFUSED]: 'a conta de e-mail atingiu o limite de envios',
  [MAILBOX_REFUSED]: NO_MAILBOX,
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: 'o servidor de e-mail demorou demais',
  EDNS: 'o endereço do servidor de e-mail não foi encontrado',
  EKEY: 'a conta de e-mail salva não pode ser lida: digite-a de novo em Configurações, E-mail',
  EAUTH: 'o servidor de e-mail recusou usuário ou senha',
  ENOAUTH: 'o servidor de e-mail pede usuário e senha',
  ETLS: 'a conexão segura com o servidor de e-mail falhou',
  EENVELOPE: 'o servidor de e-mail recusou o endereço',
  EADDRESS: 'o endereço do cliente não é válido',
  ENOSPC: 'o disco da loja está cheio',
  EACCES: 'a loja não pode gravar na pasta de e-mails',
};
