import { atom } from 'nanostores';
import type { AuthStatus, Login, User } from '#src/wire/access/auth.ts';
import type { PasskeySignIn, SecondFactor } from '#src/wire/access/factor-forms.ts';
import { OPENED_KEY } from './admin/opened-things.ts';
import { ApiError, api } from './api.ts';
import { endSessionOnServer, forgetUnfinishedLogout, stopEndingSession, withStorage } from './logout.ts';
import { queryClient } from './queries.ts';

export type Session =
  | { state: 'loading' }
  | { state: 'authenticated'; user: User }
  /** It is set when the visitor logged out here and the server could not be reached. */
  | { state: 'anonymous'; isOpenOnServer?: true };

export const $session = atom<Session>({ state: 'loading' });

export const GATE_FLAGS = { products: 'gate.products', activationKeys: 'gate.activation-keys' } as const;

const CACHE_KEY = 'session.user';
const RECHECK_MS = 500;

/** A failed request keeps a known session and otherwise means anonymous. */
export async function openSession(rendered?: User): Promise<void> {
  const known = rendered ?? cachedUser();
  if (known) setUser(known);
  await recheckSession();
}

export async function recheckSession(): Promise<void> {
  try {
    const user = await fetchUser();
    if (user) setUser(user);
    else clearUser();
  } catch (error) {
    console.error('Não foi possível verificar a sessão:', error);
    if ($session.get().state === 'loading') clearUser();
  }
}

export function recheckAfterRefusal(error: unknown): void {
  if (error instanceof ApiError && (error.status === 401 || error.code === 'role_forbidden')) void recheckSession();
}

export function recheckOnQueryErrors(): () => void {
  return queryClient()
    .getQueryCache()
    .subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') recheckAfterRefusal(event.action.error);
    });
}

export const logIn = (form: Login) => enter('/api/auth/login', form);
export const enterBySecondFactor = (proof: SecondFactor) => enter('/api/auth/second-factor', proof);
export const enterByPasskey = (proof: PasskeySignIn) => enter('/api/auth/passkey', proof);

async function enter(path: string, proof: Login | SecondFactor | PasskeySignIn): Promise<User> {
  stopEndingSession();
  const { user } = await api.post<{ user: User }>(path, proof);
  setUser(user);
  // Login on the server also ends the browser's former session.
  forgetUnfinishedLogout();
  await queryClient().invalidateQueries();
  setTimeout(() => void recheckSession(), RECHECK_MS);
  return user;
}

export async function logOut(): Promise<void> {
  const isOver = await endSessionOnServer();
  await queryClient().invalidateQueries({ refetchType: 'none' });
  forgetGates();
  withStorage(() => localStorage.removeItem(OPENED_KEY));
  clearUser(isOver ? {} : { isOpenOnServer: true });
}

function setUser(user: User): void {
  $session.set({ state: 'authenticated', user });
  withStorage(() => sessionStorage.setItem(CACHE_KEY, JSON.stringify(user)));
}

function clearUser(how: { isOpenOnServer?: true } = {}): void {
  $session.set({ state: 'anonymous', ...how });
  withStorage(() => sessionStorage.removeItem(CACHE_KEY));
}

function forgetGates(): void {
  withStorage(() => {
    for (const flag of Object.values(GATE_FLAGS)) localStorage.removeItem(flag);
  });
}

async function fetchUser(): Promise<User | null> {
  try {
    const status = await api.get<Partial<AuthStatus> | null>('/api/auth/status');
    if (!status?.isAuthenticated) return null;
    return status.user ?? (await api.get<User | null>('/api/auth/user'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

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

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, email, name, isAdmin, role }: Partial<Record<keyof User, unknown>> = value;
  return (
    [id, email, name].every((text) => typeof text === 'string') && typeof isAdmin === 'boolean' && role !== undefined
  );
}
