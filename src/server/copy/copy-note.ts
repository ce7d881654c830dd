import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/** Where a copy ended with its process; the next one goes on there if nobody wrote to the database meanwhile. */
const CopyNote = z.object({
  place: z.string(),
  generation: z.string(),
  sequence: z.number(),
  index: z.number(),
  mark: z.string(),
  snapshotAt: z.number(),
});
type CopyNote = z.infer<typeof CopyNote>;

/** Null where there is none that fits the file. */
export function readNote(path: string, mark: string): CopyNote | null {
  if (!existsSync(path)) return null;
  const read = CopyNote.safeParse(parse(readFileSync(path, 'utf8')));
  return read.success && read.data.mark === mark ? read.data : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
