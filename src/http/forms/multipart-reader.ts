import { refusal } from '#src/domain/refusals.ts';

type Part = { name: string | undefined; isFile: boolean; fileName: string };

export type Frame = {
  next(): Promise<Part | null>;
  content(): AsyncGenerator<Uint8Array>;
};

/** Streams multipart bodies (RFC 2046, 5.1) with one header and one chunk in memory. Throws when the body breaks off. */
export function readMultipart(pieces: AsyncIterator<Uint8Array>, boundary: string): Frame {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // Lets a delimiter at the very start match like any other.
  let held: Buffer = Buffer.from('\r\n');
  let isInContent = true;

  async function readOn(): Promise<void> {
    const { done, value } = await pieces.next();
    if (done) throw new Error('The body ended before its frame.');
    held = held.length === 0 ? asBuffer(value) : Buffer.concat([held, value]);
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    for (; isInContent; await readOn()) {
      const at = held.indexOf(delimiter);
      // The last bytes may be the beginning of a delimiter.
      const end = at < 0 ? Math.max(0, held.length - delimiter.length + 1) : at;
      const piece = held.subarray(0, end);
      held = held.subarray(at < 0 ? end : end + delimiter.length);
      isInContent = at < 0;
      if (piece.length > 0) yield piece;
      if (!isInContent) return;
    }
  }

  async function readHead(): Promise<string> {
    for (;;) {
      const end = held.indexOf(HEAD_END);
      if (end > MOST_HEAD_BYTES || (end < 0 && held.length > MOST_HEAD_BYTES)) throw headTooLarge();
      if (end >= 0) {
        const head = held.toString('utf8', 0, end);
        held = held.subarray(end + HEAD_END.length);
        return head;
      }
      await readOn();
    }
  }

  async function passEpilogue(): Promise<null> {
    held = Buffer.alloc(0);
    while (!(await pieces.next()).done);
    return null;
  }

  return {
    async next() {
      for await (const _ of content());
      while (held.length < 2) await readOn();
      if (held.toString('latin1', 0, 2) === '--') return passEpilogue();
      const head = await readHead();
      if (!/^[ \t]*(?:\r\n|$)/.test(head)) throw new Error('A delimiter is followed by something else than a head.');
      isInContent = true;
      return readPart(head);
    },
    content,
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const MOST_HEAD_BYTES = 8_192;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readPart(head: string): Part {
  const [, disposition = ''] = /\r\ncontent-disposition:[ \t]*form-data([^\r]*)/i.exec(head) ?? [];
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  const isBytes = /\r\ncontent-type:[ \t]*application\/octet-stream/i.test(head);
  return {
    name: parameters.get('name'),
    fileName: parameters.get('filename')?.replaceAll('%22', '"') ?? '',
    isFile: isBytes || parameters.has('filename') || parameters.has('filename*'),
  };
}

/** Browsers escape quotation marks as `%22` and leave backslashes alone. */
const PARAMETER = /;[ \t]*([^=;\s"]+)=(?:"([^"]*)"|([^;\s]*))/g;

function headTooLarge() {
  return refusal('malformed', 'malformed_body', 'O cabeçalho de uma parte do envio é grande demais.');
}
