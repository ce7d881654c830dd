import * as z from 'zod/mini';

export function cleanText(text: string): string {
  return text.normalize('NFC').replace(CONTROL, '').replace(BIDIRECTIONAL, '').trim();
}

// @__NO_SIDE_EFFECTS__
export function text(min: number, max: number, refusal: string) {
  return z.pipe(
    z.pipe(z.string(refusal).check(z.maxLength(max * 4, refusal)), z.transform(cleanText)),
    z.string().check(z.minLength(min, refusal), z.maxLength(max, refusal)),
  );
}

/** A line break is refused, since it could start a new header elsewhere. */

// @__NO_SIDE_EFFECTS__
export function line(min: number, max: number, refusal: string) {
  return z.pipe(
    z.string(refusal).check(z.refine((typed) => !LINE_BREAK.test(typed.trim()), ONE_LINE)),
    text(min, max, refusal),
  );
}

/** An address becomes lower case, and has at most 254 characters (SMTP). */

// @__NO_SIDE_EFFECTS__
export function emailAddress(refusal: string) {
  return z.pipe(
    z.pipe(
      z.string(refusal).check(z.maxLength(1_000, refusal)),
      z.transform((typed) => cleanText(typed).toLowerCase()),
    ),
    z.email(refusal).check(z.maxLength(254, refusal)),
  );
}

// @__NO_SIDE_EFFECTS__
export function identifier(refusal: string) {
  return z.string(refusal).check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, refusal));
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
const LINE_BREAK = /[\n\u000b\u000c\r\u0085\u2028\u2029]/;
const ONE_LINE = 'Escreva o nome em uma linha só.';
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Reads one of the keys of a table. */
// @__NO_SIDE_EFFECTS__
export function keyOf<Key extends string>(table: Readonly<Record<Key, unknown>>, refusal?: string) {
  return z.enum(Object.keys(table) as [Key, ...Key[]], refusal);
}

export function matching(pattern: RegExp, refusal: string) {
  return line(0, 200, refusal).check(z.regex(pattern, refusal));
}

// @__NO_SIDE_EFFECTS__
export function optional<Schema extends z.ZodMiniType<string>>(schema: Schema) {
  return z.union([
    z.pipe(
      z.string().check(z.regex(/^\s*$/)),
      z.transform(() => ''),
    ),
    schema,
  ]);
}

export function httpsAddress(refusal: string) {
  return line(1, 300, refusal).check(
    z.refine((typed) => /^https:\/\/[^\s"<>]+$/.test(typed) && URL.canParse(typed), refusal),
  );
}

/** How a setting is typed and read that is one of a few. */
// @__NO_SIDE_EFFECTS__
export function choiceAmong<const Key extends string>(choices: Readonly<Record<Key, string>>) {
  const few = Object.keys(choices).length === 2 ? 'das duas opções' : 'das opções';
  return { input: 'choice', choices, schema: keyOf(choices, `Escolha uma ${few}.`) } as const;
}

/** A mailbox is one address, alone or as `Name <address>`. */
export function isMailbox(typed: string): boolean {
  const address = /^[^<>,;:"()@\\[\]]*<([^<>]+)>$/.exec(typed)?.[1] ?? typed;
  return /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/.test(address);
}
