import { atom } from 'nanostores';
import type { AuthStatus, Login, User } from '#src/wire/auth.ts';
import { ApiError, api } from './api.ts';
import { queryClient } from './queries.ts';

export type Session = { state: 'loading' } | { state: 'authenticated'; user: User } | { state: 'anonymous' };

/** Who works here. Only the verbs below write it. */
export const $session = atom<Session>({ state: 'loading' });

/** The screens behind a password gate remember in local storage, under these names, that the gate was passed. */
export const GATE_FLAGS = { products: 'gate.products', activationKeys: 'gate.activation-keys' } as const;

const CACHE_KEY = 'session.user';
const RECHECK_MS = 500;

/**
 * Starts with whom the page was rendered for, or with the user of this tab, then asks the server. A server that cannot be
 * asked ends no session that is known; without one it means not authenticated.
 */
export async function openSession(rendered?: User): Promise<void> {
  const known = rendered ?? cachedUser();
  if (known) enter(known);
  await recheckSession();
}

/** Asks the server who this is. */
export async function recheckSession(): Promise<void> {
  try {
    const user = await askForUser();
    if (user) enter(user);
    else leave();
  } catch (error) {
    console.error('Não foi possível verificar a sessão:', error);
    if ($session.get().state === 'loading') leave();
  }
}

/** A call that was refused for want of a session may be the first to know that it has ended. */
export function heedRefusal(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) void recheckSession();
}

/** Heeds what becomes of readings. Answers the function that ends it. */
export function heedReadings(): () => void {
  return queryClient()
    .getQueryCache()
    .subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') heedRefusal(event.action.error);
    });
}

/** Rejects with the server's sentence. */
export async function logIn(form: Login): Promise<User> {
  const { user } = await api.post<{ user: User }>('/api/auth/login', form);
  enter(user);
  await queryClient().invalidateQueries();
  setTimeout(() => void recheckSession(), RECHECK_MS);
  return user;
}

/** Ends the session here, even if the server cannot be told. The pages of the back-office lead to the login then. */
export async function logOut(): Promise<void> {
  try {
    await api.get('/api/logout');
  } catch (error) {
    console.error('Não foi possível avisar o servidor da saída:', error);
  }
  // Nobody may ask for them any more, so they are not asked for again.
  await queryClient().invalidateQueries({ refetchType: 'none' });
  forgetGates();
  leave();
}

function enter(user: User): void {
  $session.set({ state: 'authenticated', user });
  withStorage(() => sessionStorage.setItem(CACHE_KEY, JSON.stringify(user)));
}

function leave(): void {
  $session.set({ state: 'anonymous' });
  withStorage(() => sessionStorage.removeItem(CACHE_KEY));
}

function forgetGates(): void {
  withStorage(() => {
    for (const flag of Object.values(GATE_FLAGS)) localStorage.removeItem(flag);
  });
}

async function askForUser(): Promise<User | null> {
  try {
    const status = await api.get<Partial<AuthStatus> | null>('/api/auth/status');
    if (!status?.isAuthenticated) return null;
    return status.user ?? (await api.get<User | null>('/api/auth/user'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** An unreadable cache is discarded. */
function cachedUser(): User | null {
  let text: string | null = null;
  withStorage(() => {
    text = sessionStorage.getItem(CACHE_KEY);
    sessionStorage.removeItem(CACHE_KEY);
  });
  return text === null ? null : readUser(text);
}

function readUser(text: string): User | null {
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? user : null;
  } catch (error) {
    console.warn('A sessão guardada nesta aba não pôde ser lida e foi descartada:', error);
    return null;
  }
}

/** A browser may forbid storage: then the session is the cookie alone. */
function withStorage(use: () => void): void {
  try {
    use();
  } catch (error) {
    console.warn('O que o painel guarda neste navegador não pôde ser usado:', error);
  }
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, email, name, isAdmin }: Partial<Record<keyof User, unknown>> = value;
  return [id, email, name].every((text) => typeof text === 'string') && typeof isAdmin === 'boolean';
}
