import type { ErrorBody } from '#src/wire/errors.ts';
import { noteServerTime } from './clock.ts';

/** A call that did not succeed. `message` is the server's sentence for the person; status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, { message, code, fields }: ErrorBody) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields ?? {};
  }
}

type Options = { headers?: Record<string, string>; timeoutMs?: number; signal?: AbortSignal };

/** The calls to the shop: with the session's cookie, JSON in and out, `null` for an empty body, `ApiError` for a refusal. */
export const api = {
  get: <Answer>(path: string, options?: Options) => call<Answer>('GET', path, undefined, options),
  post: <Answer>(path: string, body?: unknown, options?: Options) => call<Answer>('POST', path, body, options),
  put: <Answer>(path: string, body?: unknown, options?: Options) => call<Answer>('PUT', path, body, options),
  delete: <Answer>(path: string, options?: Options) => call<Answer>('DELETE', path, undefined, options),
};

/**
 * The sentence that the person reads about a failure, whatever it was. `otherwise` stands where nobody had one for a person:
 * what a proxy in between answered is for the console alone.
 */
export function sentenceOf(error: unknown, otherwise = 'Algo não saiu como esperado. Tente novamente.'): string {
  return error instanceof ApiError && error.code !== WITHOUT_SENTENCE ? error.message : otherwise;
}

async function call<Answer>(method: string, path: string, body: unknown, options: Options = {}): Promise<Answer> {
  try {
    const response = await request(method, path, body, options);
    noteServerTime(response.headers.get('date'));
    const text = await response.text();
    if (!response.ok) throw refusedCall(response, text);
    return readJson(text, response.status);
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
  { headers, timeoutMs = DEFAULT_TIMEOUT_MS, signal }: Options,
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

/** What the server said no with, in its own words where it had any. */
export function refusedCall({ status, statusText }: { status: number; statusText: string }, text: string): ApiError {
  const body = readErrorBody(text);
  const plain = `${status}: ${text.slice(0, 200) || statusText}`;
  return new ApiError(status, body ?? { message: plain, code: WITHOUT_SENTENCE });
}

function readErrorBody(text: string): ErrorBody | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    if (!body || typeof body.message !== 'string') return null;
    return { message: body.message, code: String(body.code ?? 'uncoded'), fields: body.fields };
  } catch {
    return null;
  }
}

function readJson(text: string, status: number) {
  try {
    return JSON.parse(text || 'null');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError(status, { message: `Erro ao processar resposta: ${reason}`, code: 'not_json' });
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

/** The code of an answer that is none of the shop's. */
const WITHOUT_SENTENCE = 'unknown';

/** Longer than the 15 s in which the shop always answers, so that its own sentence arrives first. */
const DEFAULT_TIMEOUT_MS = 20_000;
