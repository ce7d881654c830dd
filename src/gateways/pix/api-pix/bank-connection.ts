import { randomUUID } from 'node:crypto';
import type { Agent, RequestInit } from 'undici';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type BankResponse, callBank, hasStatus, readBody, UNREADABLE } from '../bank-calls.ts';
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

type Call = {
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
  let dispatcher: Agent | undefined;
  let token: Promise<Token> | undefined;

  const send = (address: string, request: RequestInit, deadline: Date) =>
    callBank(
      async (init) => {
        // The HTTP client is loaded with the first call, because it slows the start most.
        const { Agent, fetch } = await import('undici');
        dispatcher ??= new Agent({ connect: { ...options.certificate, timeout: CONNECT_TIME_MS } });
        return fetch(address, { ...request, ...init, dispatcher });
      },
      { deadline, maximumBytes: MAXIMUM_RESPONSE_BYTES, leavesTimeToRetry: false },
    );

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
    const read = readBody(response, TokenResponse);
    if (!read) {
      // The bank was asked nothing yet, so a call without a token must not pass for done.
      const isUnreadable = response.outcome === 'done';
      return { outcome: 'none', response: isUnreadable ? { outcome: 'silent', reason: UNREADABLE } : response };
    }
    const livesMs = (read.expires_in ?? 300) * 1000;
    return {
      outcome: 'token',
      text: read.access_token,
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
      if (held.outcome === 'none' || !hasStatus(response, 401)) return response;
      held.staleAt = 0;
      return call(await currentToken(deadline), wanted, deadline);
    },
    fetchToken,
  };
}

export function failureReason(response: BankResponse): string {
  if (response.outcome === 'silent') return response.reason;
  return response.outcome === 'done' ? UNREADABLE : refusalCode(response.status, response.body);
}

type Token = { outcome: 'token'; text: string; staleAt: number } | { outcome: 'none'; response: BankResponse };

const TokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.nullish(z.coerce.number()),
});

const CONNECT_TIME_MS = 4_000;
const MAXIMUM_RESPONSE_BYTES = 2 * 1024 * 1024;
