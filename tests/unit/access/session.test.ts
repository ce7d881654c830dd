import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isLogoutUnfinished } from '#src/client/logout.ts';
import { $session, GATE_FLAGS, logIn, logOut, openSession, recheckSession } from '#src/client/session.ts';

const USER = { id: 'u1', email: 'dona@loja.test', name: 'Dona', isAdmin: true, role: 'owner' as const };
const LOGGED_IN = { isAuthenticated: true, user: USER };
const LOGGED_OUT = { isAuthenticated: false };

let session: Map<string, string>;
let local: Map<string, string>;
let calls: string[];

beforeEach(() => {
  session = new Map();
  local = new Map();
  calls = [];
  vi.stubGlobal('sessionStorage', storage(session));
  vi.stubGlobal('localStorage', storage(local));
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  $session.set({ state: 'loading' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the session on page load', () => {
  test('comes from the server and is cached for the next page', async () => {
    serverSays({ '/api/auth/status': LOGGED_IN });
    await openSession();
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
    expect([...session.values()].map((text) => JSON.parse(text))).toEqual([USER]);
  });

  test('shows the cached user at once and ends when the server denies it', async () => {
    serverSays({ '/api/auth/status': LOGGED_IN });
    await openSession();
    $session.set({ state: 'loading' });

    serverSays({ '/api/auth/status': LOGGED_OUT });
    const opening = openSession();
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
    await opening;
    expect($session.get()).toEqual({ state: 'anonymous' });
    expect(session.size).toBe(0);
  });

  test.each(['{oops', '{"id":1}', 'null', '"text"'])('discards the invalid cache %s', async (unreadable) => {
    serverSays({ '/api/auth/status': LOGGED_IN });
    await openSession();
    for (const key of session.keys()) session.set(key, unreadable);
    $session.set({ state: 'loading' });

    serverSays({ '/api/auth/status': LOGGED_OUT });
    const opening = openSession();
    expect($session.get()).toEqual({ state: 'loading' });
    await opening;
    expect(session.size).toBe(0);
  });

  test('requests the user when the status has none', async () => {
    serverSays({ '/api/auth/status': { isAuthenticated: true }, '/api/auth/user': USER });
    await openSession();
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
  });

  test.each([
    ['a 401', new Response('{"message":"Entre.","code":"no_session"}', { status: 401 })],
    ['an error', new Response('{"message":"Falhou.","code":"internal"}', { status: 500 })],
    ['an empty response', new Response('')],
  ])('is anonymous after %s', async (_, response) => {
    serverSays({ '/api/auth/status': response });
    await openSession();
    expect($session.get()).toEqual({ state: 'anonymous' });
  });

  test('is kept when the server cannot be reached', async () => {
    serverSays({});
    await openSession(USER);
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
  });

  test('works without storage', async () => {
    vi.stubGlobal('sessionStorage', undefined);
    serverSays({ '/api/auth/status': LOGGED_IN });
    await openSession();
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
  });
});

describe('logging in', () => {
  test('stores the user and checks the session again after half a second', async () => {
    vi.useFakeTimers();
    serverSays({ '/api/auth/login': { user: USER }, '/api/auth/status': LOGGED_OUT });

    await logIn({ email: USER.email, password: 'segredo' });
    expect($session.get()).toEqual({ state: 'authenticated', user: USER });
    expect(session.size).toBe(1);

    await vi.advanceTimersByTimeAsync(499);
    expect(calls).toEqual(['/api/auth/login']);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect($session.get()).toEqual({ state: 'anonymous' }), { timeout: 240_000 });
  });

  test('rejects with the server’s message and changes nothing', async () => {
    serverSays({
      '/api/auth/login': new Response('{"message":"Credenciais inválidas.","code":"login_refused"}', { status: 401 }),
    });
    await expect(logIn({ email: USER.email, password: 'errada' })).rejects.toThrow('Credenciais inválidas.');
    expect($session.get()).toEqual({ state: 'loading' });
  });
});

describe('logging out', () => {
  test.each([
    ['the server confirms', { '/api/logout': { success: true } }, { state: 'anonymous' }, ['theme']],
    ['the call fails twice', {}, { state: 'anonymous', isOpenOnServer: true }, ['theme', 'logout.unfinished']],
  ])('clears user and gates when %s', async (_, responses, left, remembered) => {
    serverSays({ '/api/auth/status': LOGGED_IN, ...responses });
    await openSession();
    for (const flag of Object.values(GATE_FLAGS)) local.set(flag, 'true');
    local.set('theme', 'dark');
    vi.useFakeTimers();

    const leaving = logOut();
    await vi.advanceTimersByTimeAsync(1_000);
    await leaving;

    expect($session.get()).toEqual(left);
    expect(session.size).toBe(0);
    expect([...local.keys()]).toEqual(remembered);
  });

  test('succeeds when the second try reaches the server', async () => {
    serverSays({ '/api/auth/status': LOGGED_IN });
    await openSession();
    vi.useFakeTimers();
    const leaving = logOut();
    await vi.advanceTimersByTimeAsync(100);
    serverSays({ '/api/logout': { success: true } });
    await vi.advanceTimersByTimeAsync(1_000);
    await leaving;
    expect($session.get()).toEqual({ state: 'anonymous' });
    expect(isLogoutUnfinished()).toBe(false);
  });
});

test('a later check detects that the session has ended', async () => {
  serverSays({ '/api/auth/status': LOGGED_IN });
  await openSession();
  serverSays({ '/api/auth/status': LOGGED_OUT });
  await recheckSession();
  expect($session.get()).toEqual({ state: 'anonymous' });
});

/** A path that is not listed cannot be reached. */
function serverSays(responses: Record<string, unknown>): void {
  vi.stubGlobal('fetch', (path: string) => {
    calls.push(path);
    const response = responses[path];
    if (response === undefined) return Promise.reject(new TypeError('fetch failed'));
    return Promise.resolve(response instanceof Response ? response.clone() : Response.json(response));
  });
}

function storage(items: Map<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
