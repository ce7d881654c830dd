import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { syncServerClock } from './clock.ts';

/** `message` is the server's sentence for the person; status 0 means that no response came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | null;
  /** By what the person may prove who it is, where the server asks. */
  readonly kinds: NonNullable<ErrorBody['kinds']>;
  readonly challengeId: string | null;

  constructor(
    status: number,
    { message, code, fields, kinds, challengeId }: ErrorBody,
    retryAfter: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields ?? {};
    this.kinds = kinds ?? [];
    this.challengeId = challengeId ?? null;
    this.retryAfterSeconds = retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

export type CallOptions = { headers?: Record<string, string>; timeoutMs?: number; signal?: AbortSignal };

export const api = {
  get: <Answer>(path: string, options?: CallOptions) => call<Answer>('GET', path, undefined, options),
  post: <Answer>(path: string, body?: unknown, options?: CallOptions) => call<Answer>('POST', path, body, options),
  put: <Answer>(path: string, body?: unknown, options?: CallOptions) => call<Answer>('PUT', path, body, options),
  delete: <Answer>(path: string, options?: CallOptions) => call<Answer>('DELETE', path, undefined, options),
};

/** `otherwise` replaces the text of a proxy in between, which is for the console alone. */
export function sentenceOf(error: unknown, otherwise = 'Algo não saiu como esperado. Tente novamente.'): string {
  return error instanceof ApiError && error.code !== WITHOUT_SENTENCE ? error.message : otherwise;
}

/** `read` turns a response that is no refusal into what the caller gets. */
export async function call<Answer>(
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
  read: (response: Response) => Promise<Answer> = readJson,
): Promise<Answer> {
  try {
    const response = await request(method, path, body, options);
    syncServerClock(response.headers.get('date'));
    if (!response.ok) throw refusedCall(response, await response.text(), response.headers.get('retry-after'));
    return await read(response);
  } catch (error) {
    const failure = error instanceof ApiError ? error : unreachable(error);
    if (failure.code !== 'aborted') console.error(`Falha na chamada ${method} ${path}: ${failure.message}`);
    throw failure;
  }
}

function request(
  method: string,
  path: string,
  body: unknown,
  { headers, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: CallOptions,
) {
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(timeoutMs);
  return fetch(path, {
    method,
    credentials: 'include',
    cache: 'no-store',
    headers: body === undefined || isForm ? { ...headers } : { 'Content-Type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

export function refusedCall(
  { status, statusText }: { status: number; statusText: string },
  text: string,
  retryAfter: string | null = null,
): ApiError {
  const body = readErrorBody(text);
  const plain = `${status}: ${text.slice(0, 200) || statusText}`;
  return new ApiError(status, body ?? { message: plain, code: WITHOUT_SENTENCE }, retryAfter);
}

function readErrorBody(text: string): ErrorBody | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    if (!body || typeof body.message !== 'string') return null;
    return { ...body, message: body.message, code: String(body.code ?? 'uncoded') };
  } catch {
    return null;
  }
}

async function readJson(response: Response) {
  const text = await response.text();
  try {
    return JSON.parse(text || 'null');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError(response.status, { message: `Erro ao processar resposta: ${reason}`, code: 'not_json' });
  }
}

function unreachable(error: unknown): ApiError {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'AbortError') return new ApiError(0, { message: 'A chamada foi interrompida.', code: 'aborted' });
  if (name === 'TimeoutError') {
    return new ApiError(0, { message: 'A loja demorou para responder. Tente novamente.', code: 'timeout' });
  }
  return new ApiError(0, {
    message: 'Sem conexão com a loja. Confira sua internet e tente novamente.',
    code: 'offline',
  });
}

const WITHOUT_SENTENCE = 'unknown';

/** It is longer than the server's own limit of 15 s, so that its sentence arrives first. */
const DEFAULT_TIMEOUT_MS = 20_000;
