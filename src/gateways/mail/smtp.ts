import { createTransport } from 'nodemailer';
import type { SmtpAccount } from '#src/domain/mail/mailer.ts';
import type { MailTransport } from './mail-transport.ts';
import { codeOfRefusal, type SmtpRefusal } from './smtp-replies.ts';

type ServerOptions = { url: string } | ReturnType<typeof accountOptions>;

export function openSmtp(server: ServerOptions, atOnce: number): MailTransport {
  const transport = createTransport({ ...server, ...TIMEOUTS_MS, ...CONNECTION_POOL, maxConnections: atOnce });
  return {
    async deliver({ envelope, content, signal }) {
      await transport.sendMail({ envelope, raw: content, signal }).catch((error: unknown) => {
        const code = error instanceof Error ? codeOfRefusal(error as SmtpRefusal) : undefined;
        // The server's words may name the addressee, and stay behind.
        throw code ? Object.assign(new Error('The mail server refused the message.'), { code }) : error;
      });
    },
    close: () => transport.close(),
  };
}

/** Nothing leaves this machine in the clear. */
export function accountOptions({ host, port, security, user, password }: SmtpAccount) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls' && !/^(?:127\.0\.0\.1|localhost)$/.test(host),
    ...(user !== '' && { auth: { user, pass: password } }),
  };
}

/** The defaults are minutes; a hanging server must not hold up the outbox. */
export const TIMEOUTS_MS = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

const CONNECTION_POOL = { pool: true, idleTimeout: 10_000, maxRequeues: 1 } as const;
