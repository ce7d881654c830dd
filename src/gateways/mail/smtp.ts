import { createTransport } from 'nodemailer';
import type { MailAccount } from '#src/domain/mail/mailer.ts';
import type { MailTransport } from './mail-transport.ts';

type ServerOptions = { url: string } | ReturnType<typeof accountOptions>;

export function openSmtp(server: ServerOptions, atOnce: number): MailTransport {
  const transport = createTransport({ ...server, ...TIMEOUTS_MS, ...CONNECTION_POOL, maxConnections: atOnce });
  return {
    async deliver({ envelope, content, signal }) {
      await transport.sendMail({ envelope, raw: content, signal });
    },
    close: () => transport.close(),
  };
}

/** Nothing leaves this machine in the clear. */
export function accountOptions({ host, port, security, user, password }: MailAccount) {
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
