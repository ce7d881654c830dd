import * as z from 'zod/mini';
import { identifier } from '../basics/text.ts';
import { PREVIEW_PARTS } from './product-preview.ts';

const UNREADABLE = 'A prévia não pôde ser lida.';

/** `fields` are what is typed: what is not valid yet shows as it is stored, or not at all. Only the server reads it. */
export const PreviewRequest = z.object({
  part: z.enum(PREVIEW_PARTS, UNREADABLE),
  id: z.nullable(identifier(UNREADABLE)),
  fields: z.record(z.string(), z.unknown(), UNREADABLE),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;
