import * as z from 'zod/mini';

/** A form sends text, a program a number; both are taken. */

// @__NO_SIDE_EFFECTS__
export function wholeNumber(least: number, most: number, refusal: string) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], refusal),
      z.transform((typed) => (/^\d{1,9}$/.test(String(typed).trim()) ? Number(typed) : Number.NaN)),
    ),
    z.number(refusal).check(z.gte(least, refusal), z.lte(most, refusal)),
  );
}
