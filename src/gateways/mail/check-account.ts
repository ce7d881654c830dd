import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SmtpAccount } from '#src/domain/mail/mailer.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { mailReason } from '#src/wire/mail/mail.ts';
import { MAIL_PARTS } from '#src/wire/mail/mail-server.ts';
import type { CheckStep, Finding } from '#src/wire/upkeep/findings.ts';
import { checkSenderDomain } from './check-sender-domain.ts';
import type { Letter } from './mail-transport.ts';
import { accountOptions, TIMEOUTS_MS } from './smtp.ts';

/** Sends the message once; DNS is looked at also when the server refuses, since both are mended elsewhere. */
export async function* checkAccount(
  account: SmtpAccount,
  letter: Letter,
  closed: AbortSignal,
): AsyncGenerator<CheckStep> {
  const domain = letter.envelope.from.split('@').at(-1) ?? '';
  const records = checkSenderDomain(domain, account.host);
  yield* trySending(account, letter, closed);
  yield { asking: `DNS de ${domain}` };
  for (const found of await records) yield { found };
}

/** What fails ends it. */
async function* trySending(account: SmtpAccount, letter: Letter, closed: AbortSignal): AsyncGenerator<CheckStep> {
  const { auth, ...place } = accountOptions(account);
  yield { asking: MAIL_PARTS.connection };
  const connection = await judge('connection', () => connect(place), {
    right: `${account.host}, porta ${account.port} respondeu.`,
    wrong: (error) => `${account.host}, porta ${account.port}: ${reasonOf(error)}.`,
  });
  yield { found: connection };
  if (connection.state === 'wrong') return;
  yield { asking: MAIL_PARTS.login };
  const login = await judge('login', async () => auth && connect({ ...place, auth }), {
    right: auth ? 'O servidor aceitou a conta.' : 'O servidor não pede usuário.',
    wrong: loginSentence,
  });
  yield { found: login };
  if (login.state === 'wrong') return;
  yield { asking: MAIL_PARTS.delivery };
  const { envelope, content } = letter;
  yield {
    found: await judge('delivery', () => send({ ...place, auth }, { envelope, raw: content, signal: closed }), {
      right: `Aceito pelo servidor. Confira a caixa de entrada de ${envelope.to.join(', ')}.`,
      wrong: (error) => deliverySentence(error, envelope.from),
    }),
  };
}

type Sentences = { right: string; wrong: (error: unknown) => string };

async function judge(part: keyof typeof MAIL_PARTS, act: () => Promise<unknown>, sentences: Sentences) {
  const name = MAIL_PARTS[part];
  try {
    await act();
    return { name, state: 'right', sentence: sentences.right, toCopy: null } satisfies Finding;
  } catch (error) {
    return { name, state: 'wrong', sentence: sentences.wrong(error), toCopy: null } satisfies Finding;
  }
}

type Options = Partial<ReturnType<typeof accountOptions>>;

async function connect(options: Options): Promise<void> {
  const transport = createTransport({ ...options, ...TIMEOUTS_MS });
  await transport.verify().finally(() => transport.close());
}

async function send(options: Options, message: SendMailOptions): Promise<void> {
  const transport = createTransport({ ...options, ...TIMEOUTS_MS });
  await transport.sendMail(message).finally(() => transport.close());
}

function loginSentence(error: unknown): string {
  if (!['EAUTH', 'ENOAUTH'].includes(errorCode(error, ''))) return `${firstCapital(reasonOf(error))}.`;
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

function firstCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
