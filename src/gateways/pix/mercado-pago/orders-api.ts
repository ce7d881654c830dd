import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  /** Written once by the caller, so that a repeat has the very same bytes. */
  body?: string;
  idempotencyKey?: string;
  maximumBytes?: number;
};

/** `lost` when no complete response arrived, so the result is unknown. */
export type OrdersResponse =
  | { kind: 'received'; status: number; body: unknown; retryAfterMs: number | null; date: string | null }
  | { kind: 'lost'; reason: string };

/** Never rejects, and never outlasts its deadline. */
export type OrdersApi = { send(call: Call, deadline: Date): Promise<OrdersResponse> };

export function openOrdersApi({ apiUrl, accessToken }: { apiUrl: string; accessToken: string }): OrdersApi {
  return {
    async send(call, deadline) {
      const restMs = deadline.getTime() - Date.now();
      if (restMs <= 0) return { kind: 'lost', reason: 'no_time_left' };
      try {
        const response = await fetch(addressOf(apiUrl, call), {
          method: call.method,
          headers: headersOf(call, accessToken),
          body: call.body ?? null,
          redirect: 'error',
          signal: AbortSignal.timeout(attemptTimeoutMs(restMs)),
        });
        const text = await readText(response, call.maximumBytes ?? MAXIMUM_RESPONSE_BYTES);
        return {
          kind: 'received',
          status: response.status,
          body: readJson(text),
          retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
          date: response.headers.get('date'),
        };
      } catch (error) {
        return { kind: 'lost', reason: reasonOf(error) };
      }
    },
  };
}

export async function withRetries(
  attempt: () => Promise<OrdersResponse>,
  deadline: Date,
  shouldRetry: (response: OrdersResponse) => boolean = isTransient,
): Promise<OrdersResponse> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const response = await attempt();
    const ownPauseMs = pauseMs * (0.75 + Math.random() / 2);
    const restMs = Math.max(ownPauseMs, response.kind === 'received' ? (response.retryAfterMs ?? 0) : 0);
    if (!shouldRetry(response) || Date.now() + restMs + SHORTEST_TRY_MS > deadline.getTime()) return response;
    await wait(restMs);
  }
}

export function isTransient(response: OrdersResponse): boolean {
  return response.kind === 'lost' || [408, 423, 425, 429].includes(response.status) || response.status >= 500;
}

export function isSuccess(response: OrdersResponse): response is Extract<OrdersResponse, { kind: 'received' }> {
  return response.kind === 'received' && response.status >= 200 && response.status < 300;
}

export function hasStatus(response: OrdersResponse, ...statuses: number[]): boolean {
  return response.kind === 'received' && statuses.includes(response.status);
}

const TRY_TIME_MS = 5_000;
const LAST_TRY_MS = 300;
const SHORTEST_TRY_MS = 100;
const FIRST_PAUSE_MS = 200;
const MAXIMUM_RESPONSE_BYTES = 256 * 1024;
const LONGEST_RETRY_PAUSE_MS = HOUR_MS;

/** Half of the remaining time, so that a hanging try leaves time for another. */
function attemptTimeoutMs(restMs: number): number {
  return Math.ceil(Math.min(TRY_TIME_MS, Math.max(restMs / 2, Math.min(restMs, LAST_TRY_MS))));
}

function addressOf(apiUrl: string, { path, query }: Call): URL {
  const address = new URL(apiUrl + path);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
  return address;
}

function headersOf({ method, idempotencyKey }: Call, accessToken: string): Record<string, string> {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${accessToken}`,
    ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
  };
}

async function readText({ body }: Response, maximumBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw new RangeError('response_too_long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const restMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(restMs) ? Math.min(Math.max(0, restMs), LONGEST_RETRY_PAUSE_MS) : null;
}

/** A code such as ECONNREFUSED, never what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  return errorCode(error.cause, error.name);
}
