import type { SendMailOptions } from 'nodemailer';

/** Plain ASCII where its lines are short enough, since quoted-printable is the dearest part of a message. */
export function htmlPart(html: string): SendMailOptions['html'] {
  // React escapes quotes in text, so that these end an attribute.
  const folded = html.replaceAll('" ', '"\n').replace(BEYOND_ASCII, (character) => `&#${character.codePointAt(0)};`);
  const lines = folded.split('\n');
  if (lines.some(({ length }) => length > LONGEST_LINE)) return withLineEnds(html);
  return { raw: [...HEADERS, '', ...lines].join('\r\n') };
}

/** Those of a message, so that none is converted on its way. */
export function withLineEnds(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

const BEYOND_ASCII = /[^\p{ASCII}]/gu;
/** RFC 5322, 2.1.1. */
const LONGEST_LINE = 998;

const HEADERS = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
