import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { MailContent } from '#src/domain/mail/content.ts';
import type { Mailer, SmtpAccount } from '#src/domain/mail/mailer.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { MailAccount } from '#src/wire/mail/mail.ts';
import { deleteMessagesTo } from './delete-messages.ts';
import { oneLine, type Shopfront } from './mail-parts.ts';
import type { Letter, MailTransport } from './mail-transport.ts';

export type MailerSettings = Shopfront & {
  smtpUrl: string | undefined;
  /** The owner's, from the screen. Without it and `smtpUrl` messages become files in `mailDir`. */
  account?: SmtpAccount | 'unreadable' | null;
  mailFrom: string;
  mailDir: string;
  /** Notices leave by it where there is one, from the shop's own sender unless it names another. */
  notices?: { smtpUrl: string; mailFrom: string | undefined } | undefined;
};

export function openMailer(settings: MailerSettings, longestSendMs = LONGEST_SEND_MS): Mailer {
  // An unusable sender must stop the start, not the first receipt.
  for (const account of ['shop', 'notices'] as const) readSender(settings, account);
  const { mailDir, notices } = settings;
  const shopTransport = openTransport(settings);
  const transports: Record<MailAccount, MailTransport> = {
    shop: shopTransport,
    notices: notices ? openTransport({ smtpUrl: notices.smtpUrl, mailDir }) : shopTransport,
  };
  const closing = new AbortController();
  return {
    get atOnce() {
      return settings.smtpUrl || settings.account ? CONNECTIONS : FILES_AT_ONCE;
    },
    longestSendMs,
    async send(mail, account = 'shop') {
      const message = await compose(mail, settings, readSender(settings, account));
      await unlessStopped(closing.signal, longestSendMs, (signal) =>
        transports[account].deliver({ ...message, signal }),
      );
    },
    render: async (mail) => (await import('./render-mail.ts')).renderMail(mail, settings),
    async *check(account, from, mail) {
      const sender = readSender({ ...settings, mailFrom: from }, 'shop');
      const message = await compose(mail, settings, sender);
      const { checkAccount } = await import('./check-account.ts');
      yield* checkAccount(account, message, closing.signal);
    },
    forget: (email) => deleteMessagesTo(settings.mailDir, email),
    close() {
      closing.abort();
      for (const transport of new Set(Object.values(transports))) transport.close();
    },
  };
}

async function compose(mail: MailContent, settings: MailerSettings, sender: Address): Promise<Letter> {
  // The renderer is loaded with the first message: it takes as long to load as the rest of the store.
  const [{ renderMail }, { encodeMessage }] = await Promise.all([
    import('./render-mail.ts'),
    import('./encode-message.ts'),
  ]);
  const headers = headersOf(mail, sender);
  const { subject, ...parts } = await renderMail(mail, settings);
  return {
    envelope: { from: sender.address, to: [mail.to.email] },
    content: encodeMessage({ ...headers, subject }, parts),
  };
}

type Address = { name: string; address: string };

const CONNECTIONS = 4;
/** Notes of messages that are written together share a commit. */
const FILES_AT_ONCE = 16;
/** A server may stay within each timeout and still take forever. */
const LONGEST_SEND_MS = MINUTE_MS;

/** Matches exactly one address that no mail program can read as two. */
const ONE_ADDRESS = /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/;

type TransportSettings = Pick<MailerSettings, 'smtpUrl' | 'account' | 'mailDir'>;

/** Opens again when the owner has changed the account; what is under way still leaves by the former one. */
function openTransport(settings: TransportSettings): MailTransport {
  let opened: { account: MailerSettings['account']; transport: Promise<MailTransport> } | undefined;
  const close = () => {
    // A failure to open was already reported to the sender.
    opened?.transport.then(
      (transport) => transport.close(),
      () => {},
    );
  };
  return {
    async deliver(message) {
      const { account } = settings;
      if (account === 'unreadable') throw unreadable();
      if (opened && opened.account !== account) {
        close();
        opened = undefined;
      }
      opened ??= { account, transport: openFor(settings) };
      await (await opened.transport).deliver(message);
    },
    close,
  };
}

async function openFor({ smtpUrl, account, mailDir }: TransportSettings): Promise<MailTransport> {
  if (smtpUrl) return (await import('./smtp.ts')).openSmtp({ url: smtpUrl }, CONNECTIONS);
  if (!account || account === 'unreadable') return (await import('./mail-folder.ts')).openMailFolder(mailDir);
  const { accountOptions, openSmtp } = await import('./smtp.ts');
  return openSmtp(accountOptions(account), CONNECTIONS);
}

async function unlessStopped(
  closed: AbortSignal,
  timeoutMs: number,
  deliver: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (closed.aborted) throw mailerClosed();
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<never>();
  const stop = (reason: Error) => {
    stopping.abort();
    stopped.reject(reason);
  };
  const close = () => stop(mailerClosed());
  closed.addEventListener('abort', close, { once: true });
  const timer = setTimeout(() => stop(tookTooLong()), timeoutMs);
  try {
    await Promise.race([deliver(stopping.signal), stopped.promise]);
  } finally {
    clearTimeout(timer);
    closed.removeEventListener('abort', close);
  }
}

const unreadable = () => Object.assign(new Error('The mail account cannot be decrypted.'), { code: 'EKEY' });
const mailerClosed = () => Object.assign(new Error('The mailer was closed.'), { code: 'ECLOSED' });
const tookTooLong = () => Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' });

function readSender({ mailFrom, notices, storeName }: MailerSettings, account: MailAccount): Address {
  const own = account === 'notices' ? notices?.mailFrom : undefined;
  const [mailbox, ...others] = addressparser(own ?? mailFrom, { flatten: true });
  if (!mailbox?.address || others.length > 0 || !ONE_ADDRESS.test(mailbox.address)) {
    const name = own === undefined ? 'MAIL_FROM' : 'NOTICE_MAIL_FROM';
    throw settingsError(`${name} deve ser um endereço de e-mail, como loja@exemplo.com.br.`);
  }
  return { name: oneLine(mailbox.name || storeName), address: mailbox.address };
}

function headersOf(mail: MailContent, sender: Address): SendMailOptions {
  const { to, messageId, seller } = mail;
  if (!ONE_ADDRESS.test(to.email)) {
    throw Object.assign(new Error('The recipient is no single e-mail address.'), { code: 'EADDRESS' });
  }
  return {
    from: sender,
    to: { name: oneLine(to.name), address: to.email },
    ...(ONE_ADDRESS.test(seller.email) && { replyTo: seller.email }),
    messageId: `<${messageId.replace(/[^\w.-]/g, '-')}@${sender.address.split('@').at(-1) ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR', ...unsubscribeHeaders(mail) },
  };
}

/** RFC 8058 gives the mail program a button of its own. */
function unsubscribeHeaders(mail: MailContent): Record<string, string> {
  if (!('unsubscribeUrl' in mail) || mail.unsubscribeUrl === null) return {};
  return {
    'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
