import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent, RequestInit, Response } from 'undici';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { BankProfile } from './bank-profiles.ts';
import { refusalCode } from './schemas.ts';

export type ClientCertificate = { cert?: Buffer; key?: Buffer; pfx?: Buffer; passphrase?: string; ca?: Buffer };

export type ConnectionOptions = {
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  appKey: string | null;
  certificate: ClientCertificate;
  profile: BankProfile;
};

/** `silent` when no complete response arrived. */
export type BankResponse =
  | ({ outcome: 'done' } & ReceivedResponse)
  | ({ outcome: 'refused' } & ReceivedResponse)
  | { outcome: 'silent'; reason: string };

type ReceivedResponse = { status: number; body: unknown; date: string | null; retryAfterMs: number | null };

export type Call = {
  method: 'GET' | 'PUT' | 'PATCH';
  path: string;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
};

export type BankConnection = {
  /** Retries once with a new token after a 401. Never rejects. */
  call(call: Call, deadline: Date): Promise<BankResponse>;
  fetchToken(deadline: Date): Promise<BankResponse>;
};

export function openBankConnection(options: ConnectionOptions): BankConnection {
  const { clientId, clientSecret, profile } = options;
  let dispatcher: Promise<Agent> | undefined;
  let token: Promise<Token> | undefined;

  const send = async (address: string, init: RequestInit, deadline: Date) => {
    dispatcher ??= openDispatcher(options.certificate);
    return exchange(address, { ...init, dispatcher: await dispatcher }, deadline);
  };

  const fetchToken = (deadline: Date) => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(profile.scope && { scope: profile.scope }),
    });
    const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' };
    if (profile.credentials === 'basic') {
      headers['Authorization'] = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    return send(options.tokenUrl, { method: 'POST', headers, body: form.toString() }, deadline);
  };

  const freshToken = async (deadline: Date): Promise<Token> => {
    const response = await fetchToken(deadline);
    if (response.outcome === 'silent') return { outcome: 'none', response };
    const read = z.safeParse(TokenResponse, response.body);
    if (response.outcome !== 'done' || !read.success) return { outcome: 'none', response };
    const livesMs = (read.data.expires_in ?? 300) * 1000;
    return {
      outcome: 'token',
      text: read.data.access_token,
      staleAt: Date.now() + Math.max(livesMs - MINUTE_MS, livesMs / 2),
    };
  };

  /** Concurrent calls share one token request, since some banks allow few a minute. */
  const currentToken = async (deadline: Date): Promise<Token> => {
    const kept = token;
    const known = await kept;
    if (known?.outcome === 'token' && known.staleAt > Date.now()) return known;
    const fetching = token && token !== kept ? token : freshToken(deadline);
    token = fetching;
    return fetching;
  };

  const call = async (held: Token, { method, path, query, body, headers }: Call, deadline: Date) => {
    if (held.outcome === 'none') return held.response;
    const address = new URL(`${options.apiUrl}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    if (profile.appKeyParameter && options.appKey) address.searchParams.set(profile.appKeyParameter, options.appKey);
    const init: RequestInit = {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${held.text}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(profile.correlationHeader && { [profile.correlationHeader]: randomUUID() }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    return send(address.href, init, deadline);
  };

  return {
    async call(wanted, deadline) {
      const held = await currentToken(deadline);
      const response = await call(held, wanted, deadline);
      if (held.outcome === 'none' || response.outcome !== 'refused' || response.status !== 401) return response;
      held.staleAt = 0;
      return call(await currentToken(deadline), wanted, deadline);
    },
    fetchToken,
  };
}

export async function withRetries(
  attempt: () => Promise<BankResponse>,
  deadline: Date,
  shouldRetry: (response: BankResponse) => boolean = isTransient,
): Promise<BankResponse> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const response = await attempt();
    const ownPauseMs = pauseMs * (0.75 + Math.random() / 2);
    const restMs = Math.max(ownPauseMs, response.outcome === 'refused' ? (response.retryAfterMs ?? 0) : 0);
    if (!shouldRetry(response) || Date.now() + restMs + SHORTEST_TRY_MS >= deadline.getTime()) return response;
    await wait(restMs);
  }
}

export function isTransient(response: BankResponse): boolean {
  if (response.outcome === 'refused')
    return response.status === 423 || response.status === 429 || response.status >= 500;
  return response.outcome === 'silent';
}

export function failureReason(response: BankResponse): string {
  if (response.outcome === 'silent') return response.reason;
  return response.outcome === 'done' ? 'the response could not be read' : refusalCode(response.status, response.body);
}

type Token = { outcome: 'token'; text: string; staleAt: number } | { outcome: 'none'; response: BankResponse };

const TokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.nullish(z.coerce.number()),
});

const CONNECT_TIME_MS = 4_000;
const TRY_TIME_MS = 6_000;
const SHORTEST_TRY_MS = 500;
const FIRST_PAUSE_MS = 300;
const MAXIMUM_RESPONSE_LENGTH = 2 * 1024 * 1024;

/** Loads the HTTP client with the first call, because it slows the start most. */
async function openDispatcher(certificate: ClientCertificate): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ connect: { ...certificate, timeout: CONNECT_TIME_MS } });
}

async function exchange(address: string, init: RequestInit, deadline: Date): Promise<BankResponse> {
  const restMs = Math.min(TRY_TIME_MS, deadline.getTime() - Date.now());
  if (restMs <= 0) return { outcome: 'silent', reason: 'no time left' };
  try {
    const { fetch } = await import('undici');
    const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(restMs) });
    const text = await readText(response);
    const body = readJson(text);
    // An HTML page comes from a proxy, not from the bank's API.
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

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAXIMUM_RESPONSE_LENGTH) throw new RangeError('the response is too long');
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return errorCode(error.cause) || errorCode(error, error.name);
}
