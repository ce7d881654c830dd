import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import type { AstroCookies } from 'astro';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { updateSessionSeen } from '#db/queries/access/sessions.ts';
import type { SessionRow, UserRow } from '#db/tables/access.ts';
import type { Database, SqliteHandle } from '#db/tables.ts';
import { betweenTransactions, inTransaction } from '#db/transactions.ts';
import { findFactorKinds } from '#src/domain/access/factors/factor-kinds.ts';
import { isFactorRequired } from '#src/domain/access/factors/own-factors.ts';
import { type Sessions, sessionName } from '#src/domain/access/sessions.ts';
import { recordSignIn } from '#src/domain/access/sign-in-audit.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import type { User } from '#src/wire/access/auth.ts';
import { describeDevice } from '#src/wire/access/device.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { isUnusableDatabase } from '../errors.ts';
import { noteDevice } from './device-cookie.ts';
import { openSessionAdapter } from './session-adapter.ts';
import { type Cookies, newToken, sessionCookie } from './session-cookie.ts';

/** Lasts 12 hours from the last visit, 7 days at most. */
export type Session = { user: User; sessionId: string; isFactorMissing: boolean };

export async function readSession(shop: Shop, cookies: Cookies): Promise<Session | null> {
  const token = COOKIE.read(shop, cookies);
  if (!token) return null;
  const sessionId = hashOfToken(token);
  const found = await shop.sessions.find(sessionId, shop.clock.now());
  if (!found) return null;
  if (found.isRenewed) COOKIE.write(shop, cookies, token);
  return { user: found.user, sessionId, isFactorMissing: found.isFactorMissing };
}

export async function openSession(
  shop: Shop,
  cookies: AstroCookies,
  userId: string,
  userAgent: string | null,
): Promise<void> {
  await endSession(shop, cookies);
  const token = newToken();
  const device = describeDevice(userAgent);
  const isFactorMissing = isFactorRequired(shop) && (await findFactorKinds(shop, userId)) === null;
  const id = hashOfToken(token);
  await recordSignIn(shop, { id: userId, session: sessionName(id) });
  await shop.sessions.start({ id, userId, device, createdAt: shop.clock.now(), isFactorMissing });
  COOKIE.write(shop, cookies, token);
  await noteDevice(shop, cookies, { userId, device });
}

/** A GET, so the check of the fetch site stops links on other sites, and on other hosts of this one, from logging visitors out. */
export async function logOut(shop: Shop, cookies: AstroCookies, headers: Headers): Promise<void> {
  if (OWN_FETCHES.includes(headers.get('sec-fetch-site'))) await endSession(shop, cookies);
}

/** Null is what sends none, such as a script. */
const OWN_FETCHES: readonly (string | null)[] = ['same-origin', 'none', null];

async function endSession(shop: Shop, cookies: AstroCookies): Promise<void> {
  const token = COOKIE.read(shop, cookies);
  if (!token) return;
  await shop.sessions.end(hashOfToken(token));
  COOKIE.delete(shop, cookies);
}

export function openSessions({ db, sqlite, sqliteReader }: Handles): Sessions {
  return sqlite && sqliteReader ? openFileSessions({ db, sqlite, sqliteReader }) : openServerSessions(db);
}

type Handles = { db: Database; sqlite?: SqliteHandle; sqliteReader?: SqliteHandle };

/** Lucia's synchronous adapter would join whichever transaction is open. */
function openFileSessions({ db, sqlite, sqliteReader }: Required<Handles>): Sessions {
  const writing = new BetterSqlite3Adapter(sqlite, TABLES);
  const lucia = luciaOf(writing);
  const beside: Adapter = Object.assign(new BetterSqlite3Adapter(sqliteReader, TABLES), {
    updateSessionExpiration: (id: string, expiresAt: Date) =>
      betweenTransactions(db, () => writing.updateSessionExpiration(id, expiresAt)),
    deleteSession: (id: string) => betweenTransactions(db, () => writing.deleteSession(id)),
  });
  const readOnlyLucia = luciaOf(toReadingAdapter(beside));
  return {
    start: (session) => inTransaction(db, () => start(lucia, session)),
    find: (id, now) => findSeen(db, id, now, () => validate(readOnlyLucia, id, now)),
    end: (id) => inTransaction(db, () => lucia.invalidateSession(id)),
  };
}

function openServerSessions(db: Database): Sessions {
  const lucia = luciaOf(openSessionAdapter(db));
  const readOnlyLucia = luciaOf(toReadingAdapter(openSessionAdapter(db)));
  return {
    start: (session) => start(lucia, session),
    find: (id, now) => findSeen(db, id, now, () => validate(readOnlyLucia, id, now)),
    end: (id) => lucia.invalidateSession(id),
  };
}

async function start(lucia: OurLucia, session: NewSession): Promise<void> {
  const { id, userId, device, createdAt, isFactorMissing = false } = session;
  const now = inSeconds(createdAt);
  const attributes = { created_at: now, device, seen_at: now, isFactorMissing: isFactorMissing ? 1 : 0 } as const;
  await lucia.createSession(userId, attributes, { sessionId: id });
}

type NewSession = Parameters<Sessions['start']>[0];

/** Notes a visit at most every few minutes. */
async function findSeen(db: Database, id: string, now: Date, find: () => ReturnType<typeof validate>) {
  const found = await find();
  if (found && inSeconds(now) - found.seenAt >= SEEN_EVERY_SECONDS) {
    await updateSessionSeen(db, id, inSeconds(now)).catch(ignoreNoWriting);
  }
  return found;
}

const SEEN_EVERY_SECONDS = (5 * MINUTE_MS) / 1000;

async function validate(lucia: OurLucia, id: string, now: Date) {
  const { session, user } = await lucia.validateSession(id);
  if (!session || !user.isActive) return undefined;
  if (now.getTime() / 1000 - session.createdAt > LONGEST_SECONDS) {
    await lucia.invalidateSession(id);
    return undefined;
  }
  const { email, name, isAdmin, role } = user;
  const { isFactorMissing } = session;
  const seenAt = session.seenAt ?? 0;
  return { user: { id: user.id, email, name, isAdmin, role }, isRenewed: session.fresh, seenAt, isFactorMissing };
}

const LONGEST_SECONDS = (7 * DAY_MS) / 1000;
const IDLE = new TimeSpan(12, 'h');
const COOKIE = sessionCookie('session', IDLE.seconds());

/** A visit must succeed when the database is locked or the disk is full; the next one renews the session. */
function toReadingAdapter(adapter: Adapter): Adapter {
  const { updateSessionExpiration, deleteSession } = adapter;
  return Object.assign(adapter, {
    updateSessionExpiration: (id: string, expiresAt: Date) =>
      updateSessionExpiration.call(adapter, id, expiresAt).catch(ignoreNoWriting),
    deleteSession: (id: string) => deleteSession.call(adapter, id).catch(ignoreNoWriting),
  });
}

function ignoreNoWriting(error: unknown): void {
  if (!isUnusableDatabase(error)) throw error;
}

const TABLES = { user: 'users', session: 'sessions' };

type OurLucia = ReturnType<typeof luciaOf>;

function luciaOf(adapter: Adapter) {
  return new Lucia(adapter, {
    sessionExpiresIn: IDLE,
    getSessionAttributes: ({ created_at, seen_at, isFactorMissing }) => ({
      createdAt: created_at,
      seenAt: seen_at,
      isFactorMissing: isFactorMissing === 1,
    }),
    getUserAttributes: ({ email, name, isAdmin, isActive, role }) => ({
      email,
      name,
      // Who has no role is not of the back-office.
      isAdmin: isAdmin === 1 && role !== null,
      role: isAdmin === 1 ? role : null,
      isActive: isActive === 1,
    }),
  });
}

declare module 'lucia' {
  interface Register {
    Lucia: OurLucia;
    DatabaseSessionAttributes: Pick<SessionRow, 'created_at' | 'device' | 'seen_at' | 'isFactorMissing'>;
    DatabaseUserAttributes: Pick<UserRow, 'email' | 'name' | 'isAdmin' | 'isActive' | 'role'>;
  }
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
