import * as z from 'zod/mini';

export const OpenApi = z.record(z.string(), z.unknown());
export type OpenApi = z.infer<typeof OpenApi>;
