import { isRefusal, type Refusal, refusal } from '#src/domain/refusals.ts';
import { ARCHIVE_LIMIT_BYTES } from '#src/wire/backups/restores.ts';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { UPLOAD_REFUSALS, VIDEO_LIMIT_BYTES } from '#src/wire/products/uploads.ts';
import { readMultipart } from './multipart-reader.ts';

const FRAME_BYTES = 64 * 1024;
const USUAL_LIMIT: Limit = { mostBytes: VIDEO_LIMIT_BYTES + FRAME_BYTES, tooLarge: UPLOAD_REFUSALS.video_too_large };

type Limit = { mostBytes: number; tooLarge: string };

/** A backup, and how large its sender says that the body is. */
export function readUploadedArchive(request: Request): [chunks: AsyncGenerator<Uint8Array>, sizeBytes: number | null] {
  const said = Number(request.headers.get('content-length') ?? 0);
  return [readUploadedFile(request, ARCHIVE_LIMIT), said > 0 ? said : null];
}

const ARCHIVE_LIMIT: Limit = {
  mostBytes: ARCHIVE_LIMIT_BYTES + FRAME_BYTES,
  tooLarge: `O arquivo passa de ${formatFileSize(ARCHIVE_LIMIT_BYTES)}. Ponha-o na pasta dos backups, no servidor, e escolha-o na lista.`,
};

/** A table of another platform, with the name that it has on its owner's computer. */
export function readUploadedTable(
  request: Request,
  mostBytes: number,
  tooLarge: string,
): { pieces: AsyncGenerator<Uint8Array>; fileName(): string } {
  let name = '';
  const limit = { mostBytes: mostBytes + FRAME_BYTES, tooLarge };
  const pieces = readUploadedFile(request, limit, (given) => {
    name = given;
  });
  return { pieces, fileName: () => name.slice(name.lastIndexOf('/') + 1) };
}

/** Drains the rest when the consumer stops, because a browser that is still sending would miss the response. */
export async function* readUploadedFile(
  request: Request,
  limit: Limit = USUAL_LIMIT,
  noteName: (name: string) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const boundary = readBoundary(request.headers, limit);
  const { body } = request;
  if (!body) throw noFile();
  const source = body.getReader();
  try {
    yield* onlyFile(readMultipart(piecesOf(source, limit), boundary), noteName);
  } catch (error) {
    throw isRefusal(error) ? error : brokenOff();
  } finally {
    void throwAway(source);
  }
}

const MOST_PARTS = 23;

async function* onlyFile(
  frame: ReturnType<typeof readMultipart>,
  noteName: (name: string) => void,
): AsyncGenerator<Uint8Array> {
  let isFound = false;
  let isTaken = false;
  let count = 0;
  for (let part = await frame.next(); part; part = await frame.next()) {
    count += 1;
    if (count > MOST_PARTS) throw malformed();
    if (part.isFile && isFound) throw secondFile();
    isFound ||= part.isFile;
    if (!part.isFile || part.name !== 'file') continue;
    isTaken = true;
    noteName(part.fileName);
    yield* frame.content();
  }
  if (!isTaken) throw noFile();
}

function readBoundary(headers: Headers, { mostBytes, tooLarge }: Limit): string {
  const type = headers.get('content-type') ?? '';
  if (type === '' && !headers.has('transfer-encoding') && !Number(headers.get('content-length'))) throw noFile();
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw refusal('wrong_type', 'wrong_type', 'Envie o arquivo como multipart/form-data.');
  }
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '')) {
    throw refusal('wrong_type', 'wrong_encoding', 'Envie os dados sem compressão.');
  }
  if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooManyBytes(tooLarge);
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw malformed();
  return boundary;
}

type Source = ReadableStreamDefaultReader<Uint8Array>;

async function* piecesOf(source: Source, { mostBytes, tooLarge }: Limit): AsyncGenerator<Uint8Array> {
  let received = 0;
  for (let next = await source.read(); !next.done; next = await source.read()) {
    received += next.value.byteLength;
    if (received > mostBytes) throw tooManyBytes(tooLarge);
    yield next.value;
  }
}

async function throwAway(source: Source): Promise<void> {
  try {
    while (!(await source.read()).done);
  } catch {
    // The sender has gone, which is what was waited for.
  }
}

function noFile(): Refusal {
  return refusal('invalid', 'invalid', UPLOAD_REFUSALS.empty, { fields: { file: UPLOAD_REFUSALS.empty } });
}

function secondFile(): Refusal {
  const sentence = 'Envie um arquivo de cada vez.';
  return refusal('invalid', 'invalid', sentence, { fields: { file: sentence } });
}

function tooManyBytes(sentence: string): Refusal {
  return refusal('too_large', 'too_large', sentence);
}

function malformed(): Refusal {
  return refusal('malformed', 'malformed_body', 'Não foi possível ler os dados enviados.');
}

function brokenOff(): Refusal {
  return refusal('malformed', 'malformed_body', 'O envio foi interrompido. Envie o arquivo de novo.');
}
