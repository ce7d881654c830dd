import * as z from 'zod/mini';

/**
 * It stands apart from the rows, because browsers need no schema of it. `before` is what the form began with, so that
 * nobody overwrites unseen what another changed meanwhile.
 */
export const SaveSettings = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  before: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type SaveSettings = z.infer<typeof SaveSettings>;
