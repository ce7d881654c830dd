import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { findProductSoldAs } from '#db/queries/products/products.ts';
import type { Database } from '#db/tables.ts';
import type { Settings } from '#src/config.ts';
import type { Shop } from '#src/domain/shop.ts';
import { VIDEO_EXTENSIONS } from '#src/wire/products/uploads.ts';
import { inProject } from '../project-folder.ts';
import { inertResponse } from './security-headers.ts';
import { serveStored } from './stored-media.ts';

/** Serves pictures and videos, never the files that are sold from the same folder. */
export function serveUploads(shop: Shop, { bucket, UPLOADS_DIR }: Settings): (RequestHandler | ErrorRequestHandler)[] {
  const options = {
    dotfiles: 'deny',
    fallthrough: true,
    immutable: true,
    index: false,
    maxAge: '1y',
    redirect: false,
  } as const;
  return [
    inertResponse,
    onlyMedia,
    notWhatIsSold(shop.db),
    bucket ? serveStored(shop) : express.static(UPLOADS_DIR, options),
    express.static(OWN_UPLOADS, options),
    notThere,
    refuseRange,
  ];
}

const OWN_UPLOADS = inProject('src/assets/uploads');
const MEDIA = new RegExp(`^/[A-Za-z0-9_-][A-Za-z0-9._-]*\\.(?:png|jpe?g|webp|gif|${VIDEO_EXTENSIONS.join('|')})$`, 'i');

const onlyMedia: RequestHandler = (request, response, next) => {
  if (MEDIA.test(request.path) && (request.method === 'GET' || request.method === 'HEAD')) return next();
  notThere(request, response, next);
};

/** A product's file may be a video. */
function notWhatIsSold(db: Database): RequestHandler {
  return async (request, response, next) => {
    if (await findProductSoldAs(db, `/uploads${request.path}`)) notThere(request, response, next);
    else next();
  };
}

const notThere: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Arquivo não encontrado.');
};

const refuseRange: ErrorRequestHandler = (error: StaticError, _request, response, next) => {
  const { status = 500, headers = {} } = error;
  if (status >= 500 || response.headersSent) return next(error);
  response.status(status).set(headers).type('text').send('Este pedaço do arquivo não existe.');
};

type StaticError = { status?: number; headers?: Record<string, string> };
