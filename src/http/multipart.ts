import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { isRefusal, type Refusal, refusal } from '#src/domain/refusals.ts';
import { UPLOAD_REFUSALS, VIDEO_LIMIT_BYTES } from '#src/wire/uploads.ts';

/**
 * The one file of a multipart body, under the name `file`, as it arrives and no faster than it is taken. It ends well only
 * when the whole body did. Whoever stops taking it leaves the rest to be read and thrown away, until `server/bodies` ends
 * the line: a browser that still sends would otherwise miss the answer.
 */
export async function* readUploadedFile(request: Request): AsyncGenerator<Uint8Array> {
  const parser = openParser(request.headers);
  const { body } = request;
  if (!body) throw noFile();
  const source = body.getReader();
  const stop = new AbortController();
  const file = firstFile(parser);
  const parsing = parse(source, parser, stop.signal);
  try {
    const part = await Promise.race([file, parsing.then(() => null)]);
    if (!part) throw noFile();
    parsing.catch((error: Error) => part.destroy(error));
    for await (const piece of part) yield piece;
    await parsing;
  } catch (error) {
    throw isRefusal(error) ? error : brokenOff();
  } finally {
    stop.abort();
    void parsing.catch(() => undefined).then(() => throwAway(source));
  }
}

/** Room for the frame around the largest film. */
const MOST_BYTES = VIDEO_LIMIT_BYTES + 64 * 1024;
const LIMITS = {
  files: 3,
  fields: 20,
  parts: 23,
  fieldNameSize: 100,
  fieldSize: 1_024,
  headerPairs: 20,
  headerSize: 8_192,
};

function openParser(headers: Headers): BusboyInstance {
  const type = headers.get('content-type') ?? '';
  if (type === '' && !headers.has('transfer-encoding') && !Number(headers.get('content-length'))) throw noFile();
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) {
    throw refusal('wrong_type', 'wrong_type', 'Envie o arquivo como multipart/form-data.');
  }
  if (!/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '')) {
    throw refusal('wrong_type', 'wrong_encoding', 'Envie os dados sem compressão.');
  }
  if (Number(headers.get('content-length') ?? 0) > MOST_BYTES) throw tooLarge();
  try {
    const parser = new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
    // What goes wrong is found by whoever waits for the parser; without a listener it would end the process.
    parser.on('error', () => undefined);
    return parser;
  } catch {
    throw malformed();
  }
}

/** Other parts are read and forgotten; their names and those of the files mean nothing here. */
function firstFile(parser: BusboyInstance): Promise<Readable> {
  return new Promise((resolve) => {
    let isFound = false;
    parser.on('file', (field, part) => {
      part.on('error', () => undefined);
      if (isFound || field !== 'file') {
        part.resume();
        return;
      }
      isFound = true;
      resolve(part);
    });
  });
}

/** Feeds the parser as fast as it takes; resolves once it has seen the end of the body. */
async function parse(source: Source, parser: BusboyInstance, signal: AbortSignal): Promise<void> {
  const broken = once(parser, 'error').then(([error]) => Promise.reject(error));
  broken.catch(() => undefined);
  const finished = once(parser, 'finish', { signal });
  finished.catch(() => undefined);
  let received = 0;
  for (let next = await source.read(); !next.done; next = await source.read()) {
    received += next.value.byteLength;
    if (received > MOST_BYTES) throw tooLarge();
    if (!parser.write(next.value)) await Promise.race([once(parser, 'drain', { signal }), broken]);
    signal.throwIfAborted();
  }
  parser.end();
  await Promise.race([finished, broken]);
}

type Source = ReadableStreamDefaultReader<Uint8Array>;

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

function tooLarge(): Refusal {
  return refusal('too_large', 'too_large', UPLOAD_REFUSALS.video_too_large);
}

function malformed(): Refusal {
  return refusal('malformed', 'malformed_body', 'Não foi possível ler os dados enviados.');
}

function brokenOff(): Refusal {
  return refusal('malformed', 'malformed_body', 'O envio foi interrompido. Envie o arquivo de novo.');
}
