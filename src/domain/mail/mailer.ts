import type { MailFinding, MailServer } from '#src/wire/mail/mail-server.ts';
import type { MailContent, TestMail } from './content.ts';

/** A server by which mail leaves; without a user it asks for none. */
export type MailAccount = Omit<MailServer, 'from'>;

export type Mailer = {
  atOnce: number;
  longestSendMs: number;
  /** Rejects when the server did not accept the message. */
  send(content: MailContent): Promise<void>;
  /** Tries an account that is not in use yet: connection, sign-in, a message; then the DNS of the sender's domain. */
  check(account: MailAccount, from: string, content: TestMail): Promise<MailFinding[]>;
  /** Deletes messages stored as files; those sent by SMTP are out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};
