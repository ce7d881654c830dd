import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import type { Shop } from '#src/domain/shop.ts';
import { passingTrouble, traceOf } from '#src/http/errors.ts';
import { entityTag, partOf } from '#src/http/responses/file-parts.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { sendRefusal } from './send-refusal.ts';

/** Passes pictures and videos on from the file store, as `express.static` does from a folder. */
export function serveStored({ files, log }: Pick<Shop, 'files' | 'log'>): RequestHandler {
  return async (request, response, next) => {
    try {
      const file = await files.find(`/uploads${request.path}`);
      if (file) await sendFile(file, request, response);
      else next();
    } catch (error) {
      // The visitor left.
      if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') return;
      const trouble = passingTrouble(error);
      if (!trouble) return next(error);
      log.warn(traceOf(error), 'a picture or video could not be had from the file store');
      if (response.headersSent) response.destroy();
      else sendRefusal(withoutFacts(response), trouble);
    }
  };
}

const A_YEAR = 'public, max-age=31536000, immutable';
const FACTS = ['Accept-Ranges', 'Content-Length', 'Content-Range', 'Content-Type', 'ETag', 'Last-Modified'];

async function sendFile(file: StoredFile, request: Request, response: Response): Promise<void> {
  const { sizeBytes, modifiedAt } = file;
  response.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': A_YEAR,
    ETag: entityTag(file),
    'Last-Modified': modifiedAt.toUTCString(),
  });
  if (request.fresh) return void response.status(304).end();
  const part = partOf(file, { range: request.get('range'), ifRange: request.get('if-range') });
  if (part === 'none') {
    withoutFacts(response).set('Content-Range', `bytes */${sizeBytes}`);
    return void response.status(416).type('text').send('Este pedaço do arquivo não existe.');
  }
  const { start, end } = part === 'whole' ? { start: 0, end: sizeBytes - 1 } : part;
  response
    .status(part === 'whole' ? 200 : 206)
    .set({ 'Content-Length': String(end - start + 1), 'Content-Type': file.type });
  if (part !== 'whole') response.set('Content-Range', `bytes ${start}-${end}/${sizeBytes}`);
  if (request.method === 'HEAD' || sizeBytes === 0) return void response.end();
  const { chunks } = await file.read(start, end);
  // Ends by destroying the response when the store breaks off, so that no torn file looks whole.
  await pipeline(Readable.from(chunks, { objectMode: false }), response);
}

/** An error has no length, version or lifetime of the file's. */
function withoutFacts(response: Response): Response {
  for (const name of [...FACTS, 'Cache-Control']) response.removeHeader(name);
  return response;
}
