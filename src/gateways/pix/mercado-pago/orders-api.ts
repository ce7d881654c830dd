import { setTimeout as wait } from 'node:timers/promises';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  /** Written once by the caller: a repeat must have the very same bytes. */
  body?: string;
  idempotencyKey?: string;
};

/** `lost`: nothing arrived that could be read to its end, so nobody knows what the bank did. */
export type Answer =
  | { kind: 'answered'; status: number; body: unknown; retryAfterMs: number | null; date: string | null }
  | { kind: 'lost'; reason: string };

/** Mercado Pago over HTTP. Never rejects and never takes longer than the time it is given. */
export type OrdersApi = { send(call: Call, deadline: Date): Promise<Answer> };

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
          signal: AbortSignal.timeout(tryTimeMs(restMs)),
        });
        const text = await readText(response);
        return {
          kind: 'answered',
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

/** Tries again after a pause that grows, or longer where the bank says so, while `isWorth` and the deadline allow it. */
export async function withRetries(
  attempt: () => Promise<Answer>,
  deadline: Date,
  isWorth: (answer: Answer) => boolean = isPassing,
): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const answer = await attempt();
    // A little chance keeps a hundred buyers from coming back in the same instant.
    const ownPauseMs = pauseMs * (0.75 + Math.random() / 2);
    const restMs = Math.max(ownPauseMs, answer.kind === 'answered' ? (answer.retryAfterMs ?? 0) : 0);
    if (!isWorth(answer) || Date.now() + restMs + SHORTEST_TRY_MS > deadline.getTime()) return answer;
    await wait(restMs);
  }
}

/** What another try may mend: silence, a locked resource, too many calls, a fault of the bank's own. */
export function isPassing(answer: Answer): boolean {
  return answer.kind === 'lost' || [408, 423, 425, 429].includes(answer.status) || answer.status >= 500;
}

export function isSuccess(answer: Answer): answer is Extract<Answer, { kind: 'answered' }> {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

export function hasStatus(answer: Answer, ...statuses: number[]): boolean {
  return answer.kind === 'answered' && statuses.includes(answer.status);
}

const TRY_TIME_MS = 5_000;
const LAST_TRY_MS = 300;
const SHORTEST_TRY_MS = 100;
const FIRST_PAUSE_MS = 200;
const LONGEST_ANSWER_BYTES = 256 * 1024;
const LONGEST_REST_MS = 60 * 60 * 1000;

/** Half of what is left, so that a try that hangs leaves time for another one; the last crumb is used up. */
function tryTimeMs(restMs: number): number {
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

/** The bank's answers are small; what is larger is not one. The time-out of the call runs here as well. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER_BYTES) throw new RangeError('answer_too_long');
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

/** Seconds or a date. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const restMs = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(restMs) ? Math.min(Math.max(0, restMs), LONGEST_REST_MS) : null;
}

/** What went wrong on the way, such as ECONNREFUSED: a word, never what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error.name;
}
