import * as z from 'zod/mini';
import { line } from '../basics/text.ts';

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

// @__NO_SIDE_EFFECTS__
export function choice<Choices extends Readonly<Record<string, string>>>(choices: Choices, refusal: string) {
  return z.enum(Object.keys(choices) as (keyof Choices & string)[], refusal);
}

/** A mailbox is one address, alone or as `Name <address>`. */
export function isMailbox(typed: string): boolean {
  const address = /^[^<>,;:"()@\\[\]]*<([^<>]+)>$/.exec(typed)?.[1] ?? typed;
  return /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/.test(address);
}
