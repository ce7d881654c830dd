import { DAY_MS } from '#src/wire/basics/durations.ts';

export type OpenedThing = { kind: 'customer' | 'purchase' | 'product'; id: string };

/** Returns what this browser opened last, the newest first; it keeps ids alone, until sign-out or for two weeks. */
export function openedThings(user: string): OpenedThing[] {
  return readKept(user).map(({ kind, id }) => ({ kind, id }));
}

export function rememberOpened(user: string, { kind, id }: OpenedThing): void {
  const others = readKept(user).filter((thing) => !isSame(thing, { kind, id }));
  keep(user, [{ kind, id, at: Date.now() }, ...others].slice(0, MOST_KEPT));
}

/** It was erased, or exists no more. */
export function forgetThing(user: string, gone: OpenedThing): void {
  keep(
    user,
    readKept(user).filter((thing) => !isSame(thing, gone)),
  );
}

/** Remembers what the address names now, and whatever it comes to name. */
export function watchOpened(user: string): () => void {
  const remember = () => {
    const thing = thingAt(new URL(location.href));
    if (thing) rememberOpened(user, thing);
  };
  remember();
  const navigation: unknown = Reflect.get(window, 'navigation');
  if (!(navigation instanceof EventTarget)) return () => {};
  navigation.addEventListener('currententrychange', remember);
  return () => navigation.removeEventListener('currententrychange', remember);
}

export function thingAt({ pathname, searchParams }: URL): OpenedThing | null {
  const customer = /^\/admin\/customers\/([\w-]{1,64})\/?$/.exec(pathname)?.[1];
  if (customer) return { kind: 'customer', id: customer };
  const id = searchParams.get('id');
  if (!id || !/^[\w-]{1,64}$/.test(id)) return null;
  if (/^\/admin\/sales\/?$/.test(pathname)) return { kind: 'purchase', id };
  if (/^\/admin\/products\/?$/.test(pathname)) return { kind: 'product', id };
  return null;
}

type KeptThing = OpenedThing & { at: number };

/** Those of another user are not read, and go with the next that is kept. */
function readKept(user: string): KeptThing[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(OPENED_KEY) ?? 'null');
    if (!isRecord(kept) || kept['user'] !== user || !Array.isArray(kept['things'])) return [];
    return kept['things'].filter((thing) => isKeptThing(thing) && Date.now() - thing.at < KEPT_MS);
  } catch {
    return [];
  }
}

function keep(user: string, things: KeptThing[]): void {
  try {
    localStorage.setItem(OPENED_KEY, JSON.stringify({ user, things }));
  } catch {
    // Nothing can be remembered without storage.
  }
}

function isKeptThing(value: unknown): value is KeptThing {
  if (!isRecord(value)) return false;
  const { kind, id, at } = value;
  return ['customer', 'purchase', 'product'].includes(String(kind)) && typeof id === 'string' && typeof at === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isSame(one: OpenedThing, other: OpenedThing): boolean {
  return one.kind === other.kind && one.id === other.id;
}

export const OPENED_KEY = 'palette.opened';
const MOST_KEPT = 5;
const KEPT_MS = 14 * DAY_MS;
