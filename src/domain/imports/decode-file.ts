export const ENCODINGS = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'windows-1252': 'Windows-1252' } as const;
export type Encoding = keyof typeof ENCODINGS;

/** A file is UTF-8 where all of it can be; spreadsheets of Brazil write the rest as Windows-1252. */
export async function findEncoding(pieces: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      isFirst = false;
      utf8.decode(piece, { stream: true });
    }
    utf8.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Leaves the mark at the beginning out. */
export async function* decodeFile(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
