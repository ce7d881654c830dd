import * as z from 'zod/mini';

const AuditValue = z.nullable(z.union([z.string(), z.number(), z.boolean()]));
export type AuditValue = z.infer<typeof AuditValue>;

/** Each field has what it was and what it became. */
export const AuditChanges = z.record(z.string(), z.tuple([AuditValue, AuditValue]));
export type AuditChanges = z.infer<typeof AuditChanges>;
