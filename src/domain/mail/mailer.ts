import type { MailAccount } from '#src/wire/mail/mail.ts';
import type { MailServer } from '#src/wire/mail/mail-server.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import type { MailContent, TestMail } from './content.ts';

/** A server by which mail leaves; without a user it asks for none. */
export type SmtpAccount = Omit<MailServer, 'from'>;

export type WrittenMail = { subject: string; html: string; text: string };

export type Mailer = {
  atOnce: number;
  longestSendMs: number;
  /**
   * Rejects when the server did not accept the message; the code is `QUOTA_REFUSED` where our account has sent too much,
   * and `MAILBOX_REFUSED` where nobody gets mail at the address.
   */
  send(content: MailContent, account?: MailAccount): Promise<void>;
  /** As it would be sent, for who wants to see it. */
  render(content: MailContent): Promise<WrittenMail>;
  /** Tries an account that is not in use yet: connection, sign-in, a message; then the DNS of the sender's domain. */
  check(account: SmtpAccount, from: string, content: TestMail): AsyncIterable<CheckStep>;
  /** Deletes messages stored as files; those sent by SMTP are out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};
