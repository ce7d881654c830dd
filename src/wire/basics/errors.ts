import * as z from 'zod/mini';

/** `message` is for the person, `code` for programs. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.exactOptional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
