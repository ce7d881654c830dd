import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/** Logs no body, cookie, query or whole id. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: () => randomUUID(),
    serializers: { req: describeRequest, res: describeResponse, err: () => undefined },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
    autoLogging: { ignore: ({ url }) => QUIET.test(url) },
  });
}

const QUIET = /^\/(?:_astro|demo|healthz|readyz)/;

type Described = { id: unknown; method: string; url: string; raw: IncomingMessage };

function describeRequest(request: Described) {
  return { id: request.id, method: request.method, path: anonymous(request.url) };
}

function describeResponse(response: { statusCode: number; raw: ServerResponse }) {
  return { status: response.statusCode };
}

/** A purchase's id grants access to its key, and a webhook's path or the link of a reminder or notice holds a secret; a code may be typed behind its address. */
function anonymous(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .replace(/(webhooks[^/]*\/[^/]+\/).*/i, '$1…')
    .replace(/(\/(?:retomar|lembretes|avisos|abrir)\/).*/i, '$1…')
    .replace(/[0-9a-f]{32}/gi, (id) => `${id.slice(0, 6)}…`)
    .slice(0, 200);
}
