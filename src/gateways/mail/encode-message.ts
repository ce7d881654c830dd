import { randomBytes } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { WrittenMail } from '#src/domain/mail/mailer.ts';

/** Nodemailer writes the headers; its streams for two parts take longer than everything else about a message. */
export function encodeMessage(headers: SendMailOptions, { html, text }: Omit<WrittenMail, 'subject'>): Buffer {
  const boundary = `=_${randomBytes(12).toString('hex')}`;
  const message = new MailComposer(headers).compile();
  message.setHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`);
  const parts = [quotedPart('text/plain', text), htmlPart(html)];
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`);
  return Buffer.from(`${message.buildHeaders()}\r\n\r\n${body.join('')}--${boundary}--\r\n`);
}

/** Writes plain ASCII where its lines are short enough, since quoted-printable is the dearest part of a message. */
export function htmlPart(html: string): string {
  // React escapes quotes in text, so that these end an attribute.
  const folded = html.replaceAll('" ', '"\n').replace(BEYOND_ASCII, toReferences);
  const lines = folded.split('\n');
  if (lines.some(({ length }) => length > LONGEST_LINE)) return quotedPart('text/html', html);
  return ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 7bit', '', ...lines].join('\r\n');
}

const BEYOND_ASCII = /[^\p{ASCII}]+/gu;
/** RFC 5322, 2.1.1 sets it. */
const LONGEST_LINE = 998;

function toReferences(characters: string): string {
  return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('');
}

function quotedPart(type: 'text/plain' | 'text/html', text: string): string {
  const quoted = wrap(encode(text.replaceAll('\n', '\r\n')));
  return [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: quoted-printable', '', quoted].join(
    '\r\n',
  );
}
