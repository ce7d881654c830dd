import { DataStore, MemoryLocker, Server, Upload } from '@tus/server';
import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import { requireScope } from '#src/domain/access/api-tokens.ts';
import { requireCapability } from '#src/domain/access/capabilities.ts';
import { requireGate } from '#src/domain/access/login.ts';
import type { Actor } from '#src/domain/audit/audit.ts';
import { newId } from '#src/domain/ids.ts';
import { isRefusal, type Refusal, refusal } from '#src/domain/refusals.ts';
import {
  cancelTransfer,
  finishTransfer,
  resumeTransfer,
  startTransfer,
  takePiece,
} from '#src/domain/releases/file-transfers.ts';
import type { Shop } from '#src/domain/shop.ts';
import { authorizeTeam } from '#src/http/endpoint.ts';
import { INTERNAL, passingTrouble, STATUS_OF, traceOf } from '#src/http/errors.ts';
import { readToken } from '#src/http/sessions/api-token.ts';
import { readSession } from '#src/http/sessions/session.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { fileTooLarge, NewTransfer, TRANSFER_KEPT_HOURS, TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { cookiesOf } from './cookies.ts';
import { sendRefusal } from './send-refusal.ts';

/** Speaks tus 1.0. Who sends is judged before any byte of the body is read. */
export function receiveTransfers(shop: Shop): RequestHandler {
  const locker = new MemoryLocker();
  return async (request, response, next) => {
    try {
      const actor = await identifySender(shop, request, response);
      await openServer(shop, actor, locker, request).handle(request, response);
    } catch (error) {
      const refused = isRefusal(error) ? error : passingTrouble(error);
      if (!refused || response.headersSent) return next(error);
      // The rest of the body is not read.
      response.set('Connection', 'close');
      sendRefusal(response, refused);
    }
  };
}

async function identifySender(shop: Shop, request: Request, response: Response): Promise<Actor> {
  const token = await readToken(shop, request.headers.authorization ?? null);
  if (token) {
    requireScope(token, 'products:write');
    requireCapability(token.role, 'writeProducts');
    return { id: token.id };
  }
  const session = await readSession(shop, cookiesOf(request, response));
  const sender = authorizeTeam(session ?? NOBODY, 'writeProducts');
  await requireGate(shop, sender, 'products');
  return sender.user;
}

const NOBODY = { user: null, sessionId: null, isFactorMissing: false };

function openServer(shop: Shop, actor: Actor, locker: MemoryLocker, request: Request): Server {
  const limitBytes = shop.settings.fileLimitBytes;
  const server = new Server({
    path: TRANSFER_PATH,
    datastore: openStore(shop, actor),
    locker,
    maxSize: limitBytes,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => newId(),
    async onUploadFinish(_request, { id }) {
      // Reading the whole file again may take longer than a silent connection may last.
      request.socket.setTimeout(FINISH_MS);
      await finishTransfer(shop, id);
      return {};
    },
    onResponseError: (_request, error) => responseTo(shop, error),
  });
  const write = server.write.bind(server);
  server.write = (context, headers, status, body = '') => {
    if (status < 400) return write(context, headers, status, body);
    headers.set('Content-Type', 'application/json; charset=utf-8');
    headers.set('Cache-Control', 'no-store');
    return write(context, headers, status, isJson(body) ? body : JSON.stringify(protocolError(status, limitBytes)));
  };
  return server;
}

const FINISH_MS = 15 * MINUTE_MS;

function openStore(shop: Shop, actor: Actor): DataStore {
  return Object.assign(new DataStore(), {
    extensions: ['creation', 'expiration', 'termination'],
    getExpiration: () => TRANSFER_KEPT_HOURS * HOUR_MS,
    async create(upload: Upload) {
      const { id, size = 0, metadata = {} } = upload;
      await startTransfer(shop, actor, { id, sizeBytes: size, file: readMetadata(metadata) });
      return upload;
    },
    async getUpload(id: string) {
      const { sizeBytes, offsetBytes, updatedAt } = await resumeTransfer(shop, id);
      return new Upload({ id, size: sizeBytes, offset: offsetBytes, creation_date: updatedAt });
    },
    write: (stream: AsyncIterable<Uint8Array>, id: string, offset: number) => takePiece(shop, id, offset, stream),
    remove: (id: string) => cancelTransfer(shop, id),
  });
}

function readMetadata(metadata: Record<string, string | null>): NewTransfer {
  const result = z.safeParse(NewTransfer, metadata);
  if (result.success) return result.data;
  const fields = Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message]));
  const [sentence = ''] = Object.values(fields);
  throw refusal('invalid', 'invalid', sentence, { fields });
}

type TusError = Error | { status_code: number; body: string };

function responseTo(shop: Shop, error: TusError) {
  const refused = isRefusal(error) ? error : passingTrouble(error);
  if (refused) return { status_code: STATUS_OF[refused.kind], body: JSON.stringify(bodyOf(refused)) };
  if ('status_code' in error) return error.status_code === 501 ? UNSUPPORTED : undefined;
  shop.log.error(traceOf(error), 'a transfer failed');
  return undefined;
}

/** Some clients use these extensions of the protocol unasked. */
const UNSUPPORTED = {
  status_code: 400,
  body: JSON.stringify({
    message: 'A loja recebe cada arquivo inteiro, com o tamanho dito no começo do envio.',
    code: 'unsupported',
  }),
};

function bodyOf({ message, code, fields }: Refusal) {
  return { message, code, ...(fields && { fields }) };
}

/** Says what the protocol itself refuses. */
function protocolError(status: number, limitBytes: number) {
  if (status === 413) return { message: fileTooLarge(limitBytes), code: 'too_large' };
  if (status === 410) return { message: 'Este envio passou do prazo. Comece de novo.', code: 'transfer_expired' };
  if (status === 404) return { message: 'Este envio não existe mais. Comece de novo.', code: 'not_found' };
  if (status === 409) return { message: 'O envio continua de outro ponto.', code: 'other_offset' };
  if (status >= 500) return { message: INTERNAL, code: 'internal' };
  return { message: 'O envio não segue o protocolo tus 1.0.', code: 'malformed' };
}

function isJson(body: string): boolean {
  return body.startsWith('{');
}
