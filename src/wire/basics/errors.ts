import * as z from 'zod/mini';

/** `message` is for the person, `code` for programs. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.exactOptional(z.record(z.string(), z.string())),
  /** Both are of a refusal that asks for a second factor, or for the person again. */
  challengeId: z.exactOptional(z.string()),
  kinds: z.exactOptional(z.array(z.enum(['passkey', 'code', 'recovery', 'password']))),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
