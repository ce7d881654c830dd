import './connections.ts';
import type { Store } from '../store/store.ts';

export type ApiResponse = {
  status: number;
  headers: Headers;
  text: string;
  /** Throws when the body is not JSON. */
  json<T>(): T;
};

/** Keeps cookies, follows no redirect, and sends neither Origin nor Sec-Fetch-Site by itself. */
export type Client = {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

export function openClient(url: string): Client {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', cookieHeader(cookies));
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    return response;
  };
  const sendJson = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    if (body === undefined) return readResponse(await send(path, { method, headers }));
    const typed = { 'content-type': 'application/json', ...headers };
    return readResponse(await send(path, { method, headers: typed, body: JSON.stringify(body) }));
  };
  return {
    cookies,
    get: async (path, headers = {}) => readResponse(await send(path, { headers })),
    post: (path, body, headers) => sendJson('POST', path, body, headers),
    put: (path, body, headers) => sendJson('PUT', path, body, headers),
    delete: (path, headers) => sendJson('DELETE', path, undefined, headers),
    fetch: send,
  };
}

export async function login(store: Store, client: Client = openClient(store.url)): Promise<Client> {
  const response = await client.post('/api/auth/login', store.admin);
  if (response.status !== 200)
    throw new Error(`The administrator could not log in: ${response.status} ${response.text}`);
  return client;
}

async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json<T>() {
      try {
        const body: T = JSON.parse(text);
        return body;
      } catch {
        throw new Error(`${response.status} ${response.url} answered no JSON: ${text.slice(0, 300)}`);
      }
    },
  };
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const separator = pair.indexOf('=');
  const name = pair.slice(0, separator);
  if (attributes.some(isPast)) cookies.delete(name);
  else cookies.set(name, pair.slice(separator + 1));
}

function isPast(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=');
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now();
}
