import { defineList, PAGE_SIZE, type RequestOf } from './lists.ts';

/** A message that the mail server did not take for days, and that nobody tries any more. */
export type FailedMail = {
  id: string;
  purchaseId: string;
  customer: string;
  email: string;
  product: string;
  /** When it was to be sent first. */
  createdAt: string;
  /** The mail server's answer in a few words. */
  reason: string;
};

/** `queued` counts the messages that go out now: those that were on their way already are not among them. */
export type MailRetried = { success: true; message: string; queued: number };

export const FAILED_MAIL_LIST = defineList({
  path: '/api/admin/mail/failed',
  sorts: ['createdAt'],
  sort: 'createdAt',
  order: 'desc',
  filters: {},
  pageSize: PAGE_SIZE,
});
export type FailedMailListRequest = RequestOf<typeof FAILED_MAIL_LIST>;

/** How many of them the dashboard shows at once. */
export const FAILED_MAIL_SHOWN = 5;

/** What kept a message, by the code that the mail program gives for it. */
export function mailReason(code: string | null): string {
  return (
    (code !== null && Object.hasOwn(REASONS, code) && REASONS[code]) || 'o servidor de e-mail não aceitou a mensagem'
  );
}

const UNREACHABLE = 'o servidor de e-mail não respondeu';
const REASONS: Record<string, string> = {
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: 'o servidor de e-mail demorou demais',
  EDNS: 'o endereço do servidor de e-mail não foi encontrado',
  EAUTH: 'o servidor de e-mail recusou usuário ou senha',
  ENOAUTH: 'o servidor de e-mail pede usuário e senha',
  ETLS: 'a conexão segura com o servidor de e-mail falhou',
  EENVELOPE: 'o servidor de e-mail recusou o endereço',
  EADDRESS: 'o endereço do cliente não é válido',
  ENOSPC: 'o disco da loja está cheio',
  EACCES: 'a loja não pode gravar na pasta de e-mails',
};
