import { createTransport, type SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { Mailer, Receipt } from '#src/domain/shop.ts';
import { cleanText } from '#src/wire/text.ts';
import { forgetRecipient } from './forget.ts';
import { openMailFolder } from './mail-folder.ts';
import { writeReceiptMail } from './receipt.ts';

export type MailerSettings = {
  /** Without it each message becomes a file in `mailDir`. */
  smtpUrl: string | undefined;
  /** `loja@exemplo.com.br` or `Corte Final <loja@exemplo.com.br>`. */
  mailFrom: string;
  mailDir: string;
  storeName: string;
  communityUrl: string;
};

/** Mail by SMTP where there is a server, otherwise by files. */
export function openMailer(settings: MailerSettings): Mailer {
  const sender = readSender(settings);
  const post = settings.smtpUrl ? openSmtp(settings.smtpUrl) : openMailFolder(settings.mailDir);
  const closing = new AbortController();
  return {
    async send(receipt) {
      const written = await writeReceiptMail(receipt, settings);
      await unlessClosed(closing.signal, () => post.deliver({ ...envelope(receipt, sender), ...written }));
    },
    forget: (email) => forgetRecipient(settings.mailDir, email),
    close() {
      closing.abort();
      post.close();
    },
  };
}

/** Where finished messages go. */
export type Post = { deliver(message: SendMailOptions): Promise<void>; close(): void };

type Address = { name: string; address: string };

/** A server that hangs must not hold up the outbox: the defaults are minutes. */
const TIMEOUTS_MS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** No blank, no comma and no bracket: what stands here is one address and can never be read as two. */
const ONE_ADDRESS = /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/;

function openSmtp(smtpUrl: string): Post {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS_MS });
  return {
    async deliver(message) {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}

/**
 * A store that ends does not wait for a slow mail server. Whether that took the message is not known then: it counts as
 * not sent, and its repeat carries the same Message-ID.
 */
async function unlessClosed(signal: AbortSignal, deliver: () => Promise<void>): Promise<void> {
  const refusal = () => Object.assign(new Error('The mailer was closed.'), { code: 'ECLOSED' });
  if (signal.aborted) throw refusal();
  const closed = Promise.withResolvers<never>();
  const giveUp = () => closed.reject(refusal());
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([deliver(), closed.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function readSender({ mailFrom, storeName }: MailerSettings): Address {
  const [mailbox, ...others] = addressparser(mailFrom, { flatten: true });
  if (!mailbox?.address || others.length > 0 || !ONE_ADDRESS.test(mailbox.address)) {
    const sentence = 'MAIL_FROM deve ser um endereço de e-mail, como loja@exemplo.com.br.';
    throw Object.assign(new Error(sentence), { kind: 'settings' });
  }
  return { name: oneLine(mailbox.name || storeName), address: mailbox.address };
}

function envelope({ to, messageId, seller }: Receipt, sender: Address): SendMailOptions {
  if (!ONE_ADDRESS.test(to.email)) {
    throw Object.assign(new Error('The recipient is no single e-mail address.'), { code: 'EADDRESS' });
  }
  return {
    from: sender,
    to: { name: oneLine(to.name), address: to.email },
    // Who answers a receipt has a question for a person.
    ...(ONE_ADDRESS.test(seller.email) && { replyTo: seller.email }),
    envelope: { from: sender.address, to: [to.email] },
    messageId: `<${messageId.replace(/[^\w.-]/g, '-')}@${sender.address.split('@').at(-1) ?? 'localhost'}>`,
    // Answering machines leave it alone, and nothing in it is ever read from a file or an address.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}
