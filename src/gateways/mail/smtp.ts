import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail-transport.ts';

export function openSmtp(smtpUrl: string, atOnce: number): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS_MS, ...CONNECTION_POOL, maxConnections: atOnce });
  return {
    async deliver({ envelope, content, signal }) {
      await transport.sendMail({ envelope, raw: content, signal });
    },
    close: () => transport.close(),
  };
}

/** The defaults are minutes; a hanging server must not hold up the outbox. */
const TIMEOUTS_MS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const CONNECTION_POOL = { pool: true, idleTimeout: 10_000, maxRequeues: 1 } as const;
