import { createHash, randomBytes } from 'node:crypto';
import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import type { AstroCookies } from 'astro';
import { Lucia, TimeSpan } from 'lucia';
import type { Shop } from '#src/domain/shop.ts';
import type { User } from '#src/wire/auth.ts';

/**
 * The only file that knows Lucia. The cookie carries a random token; the database knows its hash alone, which is the
 * session's id. 12 hours from the last visit, 7 days at most.
 */
export type Session = { user: User; sessionId: string };

export async function readSession(shop: Shop, cookies: AstroCookies): Promise<Session | null> {
  const token = cookies.get(cookieName(shop))?.value;
  if (!token) return null;
  const sessionId = hashOf(token);
  const { session, user } = await withLucia(shop, (lucia) => lucia.validateSession(sessionId));
  if (!session || !user.isActive) return null;
  if (shop.clock.now().getTime() / 1000 - session.createdAt > LONGEST_SECONDS) {
    await withLucia(shop, (lucia) => lucia.invalidateSession(sessionId));
    return null;
  }
  if (session.fresh) writeCookie(shop, cookies, token);
  return { user: { id: user.id, email: user.email, name: user.name, isAdmin: user.isAdmin }, sessionId };
}

/** Begins a session for a user who has just logged in; the browser's old one ends. */
export async function openSession(shop: Shop, cookies: AstroCookies, userId: string): Promise<void> {
  await endSession(shop, cookies);
  const token = randomBytes(32).toString('base64url');
  const createdAt = Math.floor(shop.clock.now().getTime() / 1000);
  await withLucia(shop, (lucia) =>
    lucia.createSession(userId, { created_at: createdAt }, { sessionId: hashOf(token) }),
  );
  writeCookie(shop, cookies, token);
}

/** Logs out. It is a GET, so a link on another site must not do it in a visitor's name. */
export async function leave(shop: Shop, cookies: AstroCookies, headers: Headers): Promise<{ success: true }> {
  if (headers.get('sec-fetch-site') !== 'cross-site') await endSession(shop, cookies);
  return { success: true };
}

/** Ends the browser's session, in the database and in the browser. */
async function endSession(shop: Shop, cookies: AstroCookies): Promise<void> {
  const token = cookies.get(cookieName(shop))?.value;
  if (!token) return;
  await withLucia(shop, (lucia) => lucia.invalidateSession(hashOf(token)));
  cookies.delete(cookieName(shop), cookieAttributes(shop));
}

const LONGEST_SECONDS = 7 * 24 * 60 * 60;
const IDLE = new TimeSpan(12, 'h');

/**
 * Lucia's adapter is synchronous and shares the store's one connection: inside `db.connection()` it waits its turn, and never
 * becomes part of somebody else's open transaction.
 */
function withLucia<Result>(shop: Shop, act: (lucia: OurLucia) => Promise<Result>): Promise<Result> {
  return shop.db.connection().execute(() => act(luciaOf(shop)));
}

type OurLucia = ReturnType<typeof luciaOf>;

function luciaOf(shop: Shop) {
  return new Lucia(new BetterSqlite3Adapter(shop.sqlite, { user: 'users', session: 'sessions' }), {
    sessionExpiresIn: IDLE,
    getSessionAttributes: ({ created_at }) => ({ createdAt: created_at }),
    getUserAttributes: ({ email, name, isAdmin, isActive }) => ({
      email,
      name,
      isAdmin: isAdmin === 1,
      isActive: isActive === 1,
    }),
  });
}

declare module 'lucia' {
  interface Register {
    Lucia: OurLucia;
    DatabaseSessionAttributes: { created_at: number };
    DatabaseUserAttributes: { email: string; name: string; isAdmin: number; isActive: number };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The prefix makes browsers insist on Secure, on Path=/ and on no Domain. */
function cookieName(shop: Shop): string {
  return shop.settings.isHttps ? '__Host-session' : 'session';
}

function writeCookie(shop: Shop, cookies: AstroCookies, token: string): void {
  cookies.set(cookieName(shop), token, { ...cookieAttributes(shop), maxAge: IDLE.seconds() });
}

/** Also for its end: a browser lets nobody touch a `__Host-` cookie without Secure. */
function cookieAttributes(shop: Shop) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: shop.settings.isHttps } as const;
}
