import { type Duplex, pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdCompress, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { toWeb } from '../backup/archive.ts';

/** It stands before what a piece holds: which one it is, and when that was read. */
const PieceHeader = z.object({
  generation: z.string(),
  index: z.number().int().nonnegative(),
  /** The pieces of a generation are counted, so that a missing one is noticed; of a snapshot, the one that comes next. */
  sequence: z.number().int().nonnegative(),
  at: z.iso.datetime(),
});
export type PieceHeader = z.infer<typeof PieceHeader>;

/** Pieces are encrypted for a key of `age`, whose secret half lies beside them, encrypted with the owner's passphrase. */
export type CopyKey = { id: string; recipient: string | null };

const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function sealPiece(header: PieceHeader, body: Uint8Array, recipient: string | null): Promise<Uint8Array> {
  const packed = await compress(Buffer.concat([lineOf(header), body]), options);
  if (recipient === null) return packed;
  return (await encrypterFor(recipient)).encrypt(packed);
}

export async function sealStream(
  header: PieceHeader,
  chunks: AsyncIterable<Uint8Array>,
  recipient: string | null,
): Promise<AsyncIterable<Uint8Array>> {
  const packed = passThrough(withLine(header, chunks), createZstdCompress(options));
  return recipient === null ? packed : encryptFor(recipient, packed);
}

export async function encryptFor(
  recipient: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  return (await encrypterFor(recipient)).encrypt(toWeb(chunks));
}

/** Throws where it is not whole, not ours, or opens with another key. */
export async function openPiece(sealed: Uint8Array, identity: string | null): Promise<Opened<Buffer>> {
  const packed = identity === null ? sealed : await (await decrypterFor(identity)).decrypt(sealed);
  const bytes = await decompress(packed);
  const end = bytes.indexOf(LINE_END);
  return { header: readHeader(bytes.subarray(0, Math.max(0, end))), body: bytes.subarray(end + 1) };
}

type Opened<Body> = { header: PieceHeader; body: Body };

/** The same for what is too large for the memory; a later part that is not whole breaks the body off. */
export async function openStream(
  sealed: AsyncIterable<Uint8Array>,
  identity: string | null,
): Promise<Opened<AsyncIterable<Uint8Array>>> {
  const packed = identity === null ? sealed : await decryptWith(identity, sealed);
  const chunks = passThrough(packed, createZstdDecompress())[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end === -1) {
    const { done, value } = await chunks.next();
    if (done || head.length > LONGEST_HEADER) throw notWhole();
    head = Buffer.concat([head, value]);
    end = head.indexOf(LINE_END);
  }
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head.subarray(end + 1);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return { header: readHeader(head.subarray(0, end)), body: body() };
}

/** Who reads the end of it hears of an error at its beginning. */
function passThrough(chunks: AsyncIterable<Uint8Array>, through: Duplex): Duplex {
  pipeline(Readable.from(chunks), through, () => {});
  return through;
}

export async function decryptWith(
  identity: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  return (await decrypterFor(identity)).decrypt(toWeb(bytes));
}

async function decrypterFor(identity: string) {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter;
}

async function encrypterFor(recipient: string) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}

function readHeader(line: Buffer): PieceHeader {
  try {
    return PieceHeader.parse(JSON.parse(line.toString('utf8')));
  } catch (error) {
    throw notWhole(error);
  }
}

async function* withLine(header: PieceHeader, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield lineOf(header);
  yield* chunks;
}

function lineOf(header: PieceHeader): Buffer {
  return Buffer.from(`${JSON.stringify(header)}\n`);
}

function notWhole(cause?: unknown): Error {
  return settingsError('Uma parte da cópia contínua não está inteira.', cause);
}

const LINE_END = 0x0a;
const LONGEST_HEADER = 1_000_000;
