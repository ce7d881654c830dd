import * as z from 'zod/mini';

export const Success = z.object({ success: z.literal(true) });
