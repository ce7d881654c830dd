import * as z from 'zod/mini';
import { PublicProductFields } from '../products/product-fields.ts';

/** The download's address is never among these. */
export const PublicProduct = z.extend(
  z.object({
    id: z.string(),
    currentVersion: z.nullable(z.string()),
    /** The pictures of its parts, of a kit without one of its own; else it is empty. */
    mosaic: z.array(z.string()),
    /** Its keys are out, and its sale pauses until there are more: `Volta em breve`. */
    isSoldOut: z.boolean(),
    /** Its keys are out, and its sale goes on: the key comes later. */
    isKeyLate: z.boolean(),
  }),
  PublicProductFields.shape,
);
export type PublicProduct = z.infer<typeof PublicProduct>;
