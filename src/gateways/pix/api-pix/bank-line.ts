import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import * as z from 'zod/mini';
import { refusalCode } from './answers.ts';
import type { BankWays } from './bank-ways.ts';

/** What proves to the bank who calls: a certificate and its key as PEM, or both in one PKCS #12 file. */
export type ClientCertificate = { cert?: Buffer; key?: Buffer; pfx?: Buffer; passphrase?: string; ca?: Buffer };

export type LineOptions = {
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  appKey: string | null;
  certificate: ClientCertificate;
  ways: BankWays;
};

/** `done` with whatever 2xx a bank writes; `silent` when nothing arrived that could be read to its end. */
export type BankAnswer =
  | ({ outcome: 'done' } & Said)
  | ({ outcome: 'refused' } & Said)
  | { outcome: 'silent'; reason: string };

type Said = { status: number; body: unknown; date: string | null; retryAfterMs: number | null };

export type Call = {
  method: 'GET' | 'PUT' | 'PATCH';
  path: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
};

/** The line to a bank: mutual TLS, a token that is fetched when needed, one time-out for each try. */
export type BankLine = {
  /** Asks once more with a new token where the bank refuses the old one. Never rejects. */
  call(call: Call, deadline: Date): Promise<BankAnswer>;
  /** Fetches a token, whatever is kept. */
  knock(deadline: Date): Promise<BankAnswer>;
};

export function openBankLine(options: LineOptions): BankLine {
  const { clientId, clientSecret, ways } = options;
  const dispatcher = new Agent({ connect: { ...options.certificate, timeout: CONNECT_TIME_MS } });
  let token: Promise<Token> | undefined;

  const knock = (deadline: Date) => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(ways.scope && { scope: ways.scope }) });
    const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' };
    if (ways.credentials === 'basic') {
      headers['Authorization'] = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    return send(options.tokenUrl, { method: 'POST', headers, body: form.toString(), dispatcher }, deadline);
  };

  const freshToken = async (deadline: Date): Promise<Token> => {
    const answer = await knock(deadline);
    if (answer.outcome === 'silent') return { outcome: 'none', answer };
    const read = z.safeParse(TokenAnswer, answer.body);
    if (answer.outcome !== 'done' || !read.success) return { outcome: 'none', answer };
    const livesMs = (read.data.expires_in ?? 300) * 1000;
    return {
      outcome: 'token',
      text: read.data.access_token,
      staleAt: Date.now() + Math.max(livesMs - 60_000, livesMs / 2),
    };
  };

  /** Calls that come at once share one token, also one that is being fetched: some banks give few of them a minute. */
  const currentToken = async (deadline: Date): Promise<Token> => {
    const kept = token;
    const known = await kept;
    if (known?.outcome === 'token' && known.staleAt > Date.now()) return known;
    // Whoever came first may have knocked meanwhile.
    const knocking = token && token !== kept ? token : freshToken(deadline);
    token = knocking;
    return knocking;
  };

  const call = async (held: Token, { method, path, query, body, headers }: Call, deadline: Date) => {
    if (held.outcome === 'none') return held.answer;
    const address = new URL(`${options.apiUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    if (ways.appKeyParameter && options.appKey) address.searchParams.set(ways.appKeyParameter, options.appKey);
    const init: RequestInit = {
      method,
      dispatcher,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${held.text}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(ways.correlationHeader && { [ways.correlationHeader]: randomUUID() }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    return send(address.href, init, deadline);
  };

  return {
    async call(wanted, deadline) {
      const held = await currentToken(deadline);
      const answer = await call(held, wanted, deadline);
      if (held.outcome === 'none' || answer.outcome !== 'refused' || answer.status !== 401) return answer;
      held.staleAt = 0;
      return call(await currentToken(deadline), wanted, deadline);
    },
    knock,
  };
}

/** Tries again after a pause that grows, or longer where the bank says so, while `isWorth` and the deadline allow it. */
export async function withRetries(
  attempt: () => Promise<BankAnswer>,
  deadline: Date,
  isWorth: (answer: BankAnswer) => boolean = isPassing,
): Promise<BankAnswer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const answer = await attempt();
    // A little chance keeps a hundred buyers from coming back in the same instant.
    const ownPauseMs = pauseMs * (0.75 + Math.random() / 2);
    const restMs = Math.max(ownPauseMs, answer.outcome === 'refused' ? (answer.retryAfterMs ?? 0) : 0);
    if (!isWorth(answer) || Date.now() + restMs + SHORTEST_TRY_MS >= deadline.getTime()) return answer;
    await wait(restMs);
  }
}

/** What another try may mend: silence, too many calls, a fault of the bank's own. */
export function isPassing(answer: BankAnswer): boolean {
  if (answer.outcome === 'refused') return answer.status === 423 || answer.status === 429 || answer.status >= 500;
  return answer.outcome === 'silent';
}

/** Why there is nothing to read, in one word for the owner's log. */
export function wordOf(answer: BankAnswer): string {
  if (answer.outcome === 'silent') return answer.reason;
  return answer.outcome === 'done' ? 'the answer could not be read' : refusalCode(answer.status, answer.body);
}

type Token = { outcome: 'token'; text: string; staleAt: number } | { outcome: 'none'; answer: BankAnswer };

const TokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.optional(z.coerce.number()),
});

const CONNECT_TIME_MS = 4_000;
const TRY_TIME_MS = 6_000;
const SHORTEST_TRY_MS = 500;
const FIRST_PAUSE_MS = 300;
const LONGEST_ANSWER = 2 * 1024 * 1024;

async function send(address: string, init: RequestInit, deadline: Date): Promise<BankAnswer> {
  const restMs = Math.min(TRY_TIME_MS, deadline.getTime() - Date.now());
  if (restMs <= 0) return { outcome: 'silent', reason: 'no time left' };
  try {
    const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(restMs) });
    const text = await readText(response);
    const body = readJson(text);
    // A page of some machine on the way, and no word of the bank's API.
    if (body === undefined && text.trim() !== '') return { outcome: 'silent', reason: `${response.status} not_json` };
    return {
      outcome: response.ok ? 'done' : 'refused',
      status: response.status,
      body,
      date: response.headers.get('date'),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    };
  } catch (error) {
    return { outcome: 'silent', reason: reasonOf(error) };
  }
}

/** A bank's answer is small; what is larger is not one. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new RangeError('the answer is too long');
  }
  return text + decoder.decode();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds * 1000)) : null;
}

/** The code of what went wrong on the way, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
