import { createTransport } from 'nodemailer';
import type { SmtpAccount } from '#src/domain/mail/mailer.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { mailReason } from '#src/wire/mail/mail.ts';
import type { MAIL_PARTS, MailFinding } from '#src/wire/mail/mail-server.ts';
import { checkSenderDomain } from './check-sender-domain.ts';
import type { Letter } from './mail-transport.ts';
import { accountOptions, TIMEOUTS_MS } from './smtp.ts';

/** Sends the message once; DNS is looked at also when the server refuses, since both are mended elsewhere. */
export async function checkAccount(
  account: SmtpAccount,
  letter: Letter,
  closed: AbortSignal,
  lookUp = checkSenderDomain,
): Promise<MailFinding[]> {
  const domain = letter.envelope.from.split('@').at(-1) ?? '';
  const [sending, dns] = await Promise.all([trySending(account, letter, closed), lookUp(domain, account.host)]);
  return [...sending, ...dns];
}

async function trySending(account: SmtpAccount, letter: Letter, closed: AbortSignal): Promise<MailFinding[]> {
  const transport = createTransport({ ...accountOptions(account), ...TIMEOUTS_MS });
  const place = `${account.host}, porta ${account.port}`;
  try {
    await transport.verify();
  } catch (error) {
    transport.close();
    return isAboutLogin(error)
      ? [right('connection', `${place} respondeu.`), wrong('login', loginSentence(error))]
      : [wrong('connection', `${place}: ${reasonOf(error)}.`)];
  }
  const reached = [
    right('connection', `${place} respondeu.`),
    right('login', account.user ? 'O servidor aceitou a conta.' : 'O servidor não pede usuário.'),
  ];
  try {
    await transport.sendMail({ envelope: letter.envelope, raw: letter.content, signal: closed });
    const sentence = `Aceito pelo servidor. Confira a caixa de entrada de ${letter.envelope.to.join(', ')}.`;
    return [...reached, right('delivery', sentence)];
  } catch (error) {
    return [...reached, wrong('delivery', deliverySentence(error, letter.envelope.from))];
  } finally {
    transport.close();
  }
}

function isAboutLogin(error: unknown): boolean {
  return ['EAUTH', 'ENOAUTH'].includes(errorCode(error, ''));
}

function loginSentence(error: unknown): string {
  return `${firstCapital(mailReason(errorCode(error, 'EAUTH')))}. Muitos serviços pedem uma senha de aplicativo, e não a da conta.`;
}

function deliverySentence(error: unknown, from: string): string {
  const isSender = error instanceof Error && 'command' in error && error.command === 'MAIL FROM';
  if (isSender) return `O servidor não aceita ${from} como remetente. Use um endereço desta conta.`;
  return `${firstCapital(reasonOf(error))}.`;
}

function reasonOf(error: unknown): string {
  const code = errorCode(error, '');
  // TLS errors carry the codes of OpenSSL and of certificates.
  if (/^(?:ERR_SSL|ERR_TLS|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/.test(code)) return mailReason('ETLS');
  return mailReason(REACHING[code] ?? code);
}

const REACHING: Record<string, string> = {
  ECONNREFUSED: 'ECONNECTION',
  ECONNRESET: 'ECONNECTION',
  EHOSTUNREACH: 'ECONNECTION',
  ENETUNREACH: 'ECONNECTION',
  ENOTFOUND: 'EDNS',
  EAI_AGAIN: 'EDNS',
};

function right(part: keyof typeof MAIL_PARTS, sentence: string): MailFinding {
  return { part, state: 'right', sentence, toAdd: null };
}

function wrong(part: keyof typeof MAIL_PARTS, sentence: string): MailFinding {
  return { part, state: 'wrong', sentence, toAdd: null };
}

function firstCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
