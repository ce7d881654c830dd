import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { findProductSoldAs } from '#db/queries/products.ts';
import type { Database } from '#db/tables.ts';
import { inertAnswer } from './security-headers.ts';

/** Pictures and films of the catalogue. The files that are sold lie in the same folder and are never served from here. */
export function serveUploads(db: Database, uploadsDir: string): (RequestHandler | ErrorRequestHandler)[] {
  const options = {
    dotfiles: 'deny',
    fallthrough: true,
    immutable: true,
    index: false,
    maxAge: '1y',
    redirect: false,
  } as const;
  return [
    inertAnswer,
    onlyMedia,
    notWhatIsSold(db),
    express.static(uploadsDir, options),
    express.static(OWN_UPLOADS, options),
    notThere,
    notSo,
  ];
}

/** Where the picture lies that stands in for a missing one. */
const OWN_UPLOADS = fileURLToPath(new URL('../../uploads', import.meta.url));
const MEDIA = /^\/[A-Za-z0-9_-][A-Za-z0-9._-]*\.(?:png|jpe?g|webp|gif|mp4|webm|ogg|ogv)$/i;

const onlyMedia: RequestHandler = (request, response, next) => {
  if (MEDIA.test(request.path) && (request.method === 'GET' || request.method === 'HEAD')) return next();
  notThere(request, response, next);
};

/** A film can be what a product sells. */
function notWhatIsSold(db: Database): RequestHandler {
  return async (request, response, next) => {
    if (await findProductSoldAs(db, `/uploads${request.path}`)) notThere(request, response, next);
    else next();
  };
}

const notThere: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Arquivo não encontrado.');
};

/** A range behind the end of the file and the like: the visitor's mistake, and not an error of ours. */
const notSo: ErrorRequestHandler = (error: StaticError, _request, response, next) => {
  const { status = 500, headers = {} } = error;
  if (status >= 500 || response.headersSent) return next(error);
  response.status(status).set(headers).type('text').send('Este pedaço do arquivo não existe.');
};

type StaticError = { status?: number; headers?: Record<string, string> };
