import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

/** It is `silent` when no complete response of the bank's own arrived, so the result is unknown. */
export type BankResponse =
  | ({ outcome: 'done' } & ReceivedResponse)
  | ({ outcome: 'refused' } & ReceivedResponse)
  | { outcome: 'silent'; reason: string };

type ReceivedResponse = { status: number; body: unknown; date: string | null; retryAfterMs: number | null };

export type CallLimits = {
  deadline: Date;
  maximumBytes: number;
  /** Takes half of the remaining time at most, so that a hanging try leaves time for another. */
  leavesTimeToRetry: boolean;
};

/** Has what the fetch of Node and the one of undici share. */
type HttpResponse = {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
};

/** Never rejects, and never outlasts its deadline. */
export async function callBank(
  send: (init: { redirect: 'error'; signal: AbortSignal }) => Promise<HttpResponse>,
  limits: CallLimits,
): Promise<BankResponse> {
  const restMs = limits.deadline.getTime() - Date.now();
  if (restMs <= 0) return { outcome: 'silent', reason: 'no_time_left' };
  try {
    const signal = AbortSignal.timeout(tryTimeMs(restMs, limits));
    return await readResponse(await send({ redirect: 'error', signal }), limits.maximumBytes);
  } catch (error) {
    return { outcome: 'silent', reason: reasonOf(error) };
  }
}

/**
 * Callers repeat what the bank recognizes as a repeat: a read, our own id in the address, or an idempotency key.
 * The retry interceptor of undici cannot do this: it knows no deadline of the whole call, and does not tell whether an earlier try may have been carried out.
 */
export async function withRetries(
  attempt: () => Promise<BankResponse>,
  deadline: Date,
  shouldRetry: (response: BankResponse) => boolean = isTransient,
): Promise<TriedCall> {
  let isSure = true;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const response = await attempt();
    if (isTransient(response) && !hasStatus(response, 429)) isSure = false;
    const ownPauseMs = pauseMs * (0.75 + Math.random() / 2);
    const restMs = Math.max(ownPauseMs, pauseAskedBy(response) ?? 0);
    const isTooLate = Date.now() + restMs + SHORTEST_TRY_MS > deadline.getTime();
    if (isTooLate || !shouldRetry(response)) return { response, isSure };
    await wait(restMs);
  }
}

/** It is `isSure` when no try may have been carried out unseen; a 429 turns a call away before it begins. */
export type TriedCall = { response: BankResponse; isSure: boolean };

export function isTransient(response: BankResponse): boolean {
  return response.outcome === 'silent' || (response.outcome === 'refused' && isTransientStatus(response.status));
}

export function hasStatus(response: BankResponse, ...statuses: number[]): boolean {
  return response.outcome !== 'silent' && statuses.includes(response.status);
}

/** Returns undefined unless the bank did what was asked and its body fits. */
export function readBody<Body>(response: BankResponse, schema: z.ZodMiniType<Body>): Body | undefined {
  return response.outcome === 'done' ? z.safeParse(schema, response.body).data : undefined;
}

export function pauseAskedBy(response: BankResponse): number | null {
  return response.outcome === 'refused' ? response.retryAfterMs : null;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const UNREADABLE = 'unreadable_response';
export const TOO_LONG = 'response_too_long';

const TRY_TIME_MS = 6_000;
const LAST_TRY_MS = 300;
const SHORTEST_TRY_MS = 500;
const FIRST_PAUSE_MS = 300;
const LONGEST_RETRY_PAUSE_MS = HOUR_MS;

function tryTimeMs(restMs: number, { leavesTimeToRetry }: CallLimits): number {
  const shareMs = leavesTimeToRetry ? Math.max(restMs / 2, Math.min(restMs, LAST_TRY_MS)) : restMs;
  return Math.ceil(Math.min(TRY_TIME_MS, shareMs));
}

async function readResponse(response: HttpResponse, maximumBytes: number): Promise<BankResponse> {
  const text = await readText(response, maximumBytes);
  if (text === undefined) return { outcome: 'silent', reason: TOO_LONG };
  const body = readJson(text);
  const isJson = body !== undefined || text.trim() === '';
  // A page comes from a proxy, not from the bank's API; only its plea to come back later is heeded.
  if (!isJson && !isTransientStatus(response.status)) return { outcome: 'silent', reason: UNREADABLE };
  return {
    outcome: response.ok ? 'done' : 'refused',
    status: response.status,
    body,
    date: response.headers.get('date'),
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
  };
}

async function readText({ body }: HttpResponse, maximumBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function isTransientStatus(status: number): boolean {
  return [408, 423, 425, 429].includes(status) || status >= 500;
}

function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const restMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(restMs) ? Math.min(Math.max(0, restMs), LONGEST_RETRY_PAUSE_MS) : null;
}

/** A code such as ECONNREFUSED, never what was sent. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? errorCode(error.cause, error.name) : 'unknown';
}
