import type { SendMailOptions } from 'nodemailer';

export type MailTransport = { deliver(message: SendMailOptions): Promise<void>; close(): void };
