import parseRange from 'range-parser';
import type { StoredFile } from '#src/domain/files/stored-file.ts';

/** Both ends are included; `none` lies outside of the file. */
export type FilePart = { start: number; end: number } | 'whole' | 'none';

/** `range` and `ifRange` are the headers. */
export type WantedPart = { range: string | null | undefined; ifRange: string | null | undefined };

/** What is stored is never changed under its name, so the tag is a strong one. */
export function entityTag({ sha256, sizeBytes, modifiedAt }: StoredFile): string {
  return `"${sha256 ?? `${sizeBytes.toString(16)}-${modifiedAt.getTime().toString(16)}`}"`;
}

/** Several ranges are treated as none, and so is one of another state of the file (RFC 9110, 13.1.5). */
export function partOf(file: StoredFile, { range, ifRange }: WantedPart): FilePart {
  const isOfThisState = !ifRange || [entityTag(file), file.modifiedAt.toUTCString()].includes(ifRange);
  if (!range || !isOfThisState) return 'whole';
  const ranges = parseRange(file.sizeBytes, range, { combine: true });
  if (ranges === -1) return 'none';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return 'whole';
  return ranges[0] ?? 'whole';
}
