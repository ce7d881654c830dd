import type { MailContent } from './content.ts';

export type Mailer = {
  atOnce: number;
  longestSendMs: number;
  /** Rejects when the server did not accept the message. */
  send(content: MailContent): Promise<void>;
  /** Deletes messages stored as files; those sent by SMTP are out of reach. */
  forget(email: string): Promise<void>;
  close(): void;
};
