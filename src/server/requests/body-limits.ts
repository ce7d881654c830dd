import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { type RefusalKind, refusal } from '#src/domain/refusals.ts';
import type { ErrorCode } from '#src/wire/api/error-codes.ts';
import { RESTORE_ARCHIVE_PATH } from '#src/wire/backups/restores.ts';
import { IMPORT_PATH } from '#src/wire/imports/imports.ts';
import { INSTALLATION_ARCHIVE_PATH, stepAddress } from '#src/wire/installation/steps.ts';
import { MAXIMUM_BANK_FILE_BYTES } from '#src/wire/payments/bank-files.ts';
import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { LOGO_LIMIT_BYTES, LOGO_PATH } from '#src/wire/upkeep/settings-table.ts';
import { sendRefusal } from './send-refusal.ts';

export function readLimitedBodies(): RequestHandler {
  const usual = express.raw({ type: () => true, limit: USUAL_LIMIT, inflate: false });
  const larger = LARGER.map(({ paths, limit }) => ({
    paths,
    read: express.raw({ type: () => true, limit, inflate: false }),
  }));
  return (request, response, next) => {
    if (isUpload(request)) return next();
    const { path } = request;
    const { read } = larger.find(({ paths }) => paths.some((known) => path.startsWith(known))) ?? { read: usual };
    read(request, response, next);
  };
}

/** A body ends after 10 s, even where nobody reads it, as on a cached page; uploads have their own limit. */
export function enforceTimeout(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request.headers)) return;
  if (isUpload(request)) response.once('finish', () => endAfter(request, LINGER_MS));
  else endAfter(request, BODY_TIME_MS);
}

function endAfter(request: IncomingMessage, timeMs: number): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), timeMs);
  const rest = () => clearTimeout(timer);
  request.once('end', rest).once('close', rest);
}

export const refuseBody: ErrorRequestHandler = (error: { type?: string }, _request, response, next) => {
  const [kind, code, message] = REFUSALS[error.type ?? ''] ?? [];
  if (!kind || !code || !message || response.headersSent) return next(error);
  response.set('Connection', 'close');
  sendRefusal(response, refusal(kind, code, message));
};

const USUAL_LIMIT = 64 * 1024;
const LARGER = [
  { paths: ['/api/admin/activation-keys/bulk'], limit: 2 * 1024 * 1024 },
  { paths: [stepAddress('store')], limit: LOGO_LIMIT_BYTES + USUAL_LIMIT },
  // A bank has three files at most, in base64 on the settings' screen.
  { paths: ['/api/admin/bank', stepAddress('bank')], limit: 4 * MAXIMUM_BANK_FILE_BYTES + USUAL_LIMIT },
];
const UPLOAD_PATHS = ['/api/upload', IMPORT_PATH, LOGO_PATH, RESTORE_ARCHIVE_PATH, INSTALLATION_ARCHIVE_PATH];
const IMPORT_CATALOG = /^\/api\/admin\/imports\/[^/]+\/products$/;
const INVOICE_FILE = /^\/api\/admin\/invoices\/[^/]+\/file$/;
const BODY_TIME_MS = 10_000;
const LINGER_MS = 2_000;

const REFUSALS: Record<string, [kind: RefusalKind, code: ErrorCode, message: string]> = {
  'entity.too.large': ['too_large', 'too_large', 'Os dados enviados são grandes demais.'],
  'encoding.unsupported': ['wrong_type', 'wrong_encoding', 'Envie os dados sem compressão.'],
  'request.aborted': ['malformed', 'malformed_body', 'O envio foi interrompido.'],
  'request.size.invalid': ['malformed', 'malformed_body', 'O envio chegou incompleto.'],
};

function isUpload({ method, url }: IncomingMessage): boolean {
  const path = url?.split('?', 1)[0] ?? '';
  if (method === 'POST' && (UPLOAD_PATHS.includes(path) || INVOICE_FILE.test(path) || IMPORT_CATALOG.test(path)))
    return true;
  return (method === 'POST' || method === 'PATCH') && (path === TRANSFER_PATH || path.startsWith(`${TRANSFER_PATH}/`));
}

function hasBody(headers: { 'content-length'?: string; 'transfer-encoding'?: string }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
