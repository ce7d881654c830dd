import {
  countHooks,
  deleteHook,
  findHook,
  findListedHook,
  insertHook,
  type ListedHook,
  listHooks,
  updateHook,
} from '#db/queries/hooks/hooks.ts';
import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import type { HookRow } from '#db/tables/hooks.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Answer, Attempt } from '#src/wire/hooks/deliveries.ts';
import type { HookEvent } from '#src/wire/hooks/hook-events.ts';
import { type CreatedHook, HOOK_TEXTS, type Hook, MOST_HOOKS, type SaveHook } from '#src/wire/hooks/hooks.ts';
import { type Actor, changesBetween, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { encryptSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import { wakeTellers } from './announce-event.ts';
import { addressOf, callTo, drawSecret, type Receiver, readReceiver, receiverName } from './receivers.ts';

export async function showHooks({ db }: Shop): Promise<Hook[]> {
  return (await listHooks(db)).map(toHookDto);
}

/** A token that may not read keys makes no hook that is sent them. */
type HookMaker = Actor & { showsKeys: boolean };

export async function createHook(shop: Shop, actor: HookMaker, typed: SaveHook): Promise<CreatedHook> {
  expectKeyReader(actor, typed);
  const id = newId();
  const receiver = receiverFor(shop, typed, null);
  const encrypted = await encryptSetting(shop, receiverName(id), JSON.stringify(receiver));
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'hooks');
    if ((await countHooks(tx)) >= MOST_HOOKS) throw conflict('too_many_hooks', HOOK_TEXTS.tooMany);
    await insertHook(tx, {
      id,
      ...columnsOf(typed, receiver),
      ...stateOf(actor, typed, now),
      failingSince: null,
      createdAt: now,
    });
    await storeEncryptedSetting(tx, shop, actor, encrypted);
    await recordChange(tx, shop, actor, { action: 'hook.create', entityId: id, fields: ['description', 'events'] });
  });
  return { ...(await showHook(shop, id)), secret: receiver.kind === 'standard' ? receiver.secret : null };
}

/** What is secret stays where it is left out; the kind never changes. */
export async function changeHook(shop: Shop, actor: HookMaker, id: string, typed: SaveHook): Promise<Hook> {
  expectKeyReader(actor, typed);
  const former = await expectHook(shop.db, id);
  if (former.kind !== typed.kind) throw invalid('kind', 'O tipo não muda. Crie outro webhook.');
  const receiver = receiverFor(shop, typed, await readReceiver(shop, id));
  const encrypted = await encryptSetting(shop, receiverName(id), JSON.stringify(receiver));
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const hook = await expectHook(tx, id);
    const columns = columnsOf(typed, receiver);
    const wanted = typed.state ?? hook.state;
    const isWoken = wanted === 'active' && hook.state !== 'active';
    await updateHook(tx, id, {
      ...columns,
      ...(wanted !== hook.state && stateOf(actor, typed, now)),
      ...(isWoken && { failingSince: null }),
    });
    await storeEncryptedSetting(tx, shop, actor, encrypted);
    const fields = Object.keys(changesBetween(hook, { ...columns, state: wanted }));
    await recordChange(tx, shop, actor, { action: 'hook.update', entityId: id, fields });
    if (isWoken) wakeTellers(tx, shop);
  });
  return showHook(shop, id);
}

export async function removeHook(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await deleteHook(tx, id))) throw unknownHook();
    await deleteEncryptedSetting(tx, receiverName(id));
    await recordChange(tx, shop, actor, { action: 'hook.delete', entityId: id });
  });
}

/** The former one signs beside it for a day, so that the receiver changes it in peace. */
export async function rotateSecret(
  shop: Shop,
  actor: Actor,
  id: string,
): Promise<{ secret: string; formerUntil: string }> {
  await expectHook(shop.db, id);
  const receiver = await readReceiver(shop, id);
  if (receiver?.kind !== 'standard') throw conflict('no_secret', 'Este canal não usa segredo.');
  const secret = drawSecret();
  const now = shop.clock.now();
  const formerUntil = new Date(now.getTime() + DAY_MS).toISOString();
  const rotated: Receiver = { ...receiver, secret, former: { secret: receiver.secret, until: formerUntil } };
  const encrypted = await encryptSetting(shop, receiverName(id), JSON.stringify(rotated));
  await inTransaction(shop.db, async (tx) => {
    await expectHook(tx, id);
    await storeEncryptedSetting(tx, shop, actor, encrypted);
    await recordChange(tx, shop, actor, { action: 'hook.rotate_secret', entityId: id });
  });
  return { secret, formerUntil };
}

/** Sends one `ping` at once, and keeps nothing of it. */
export async function testHook(shop: Shop, actor: Actor, id: string): Promise<Answer> {
  await expectHook(shop.db, id);
  await takeOrRefuse(shop, 'hookTests', actor.id);
  const receiver = await readReceiver(shop, id);
  if (!receiver) return { status: null, failure: 'unreadable', durationMs: 0, answer: '' };
  const createdAt = shop.clock.now().toISOString();
  const ping = { id: `evt_${newId()}`, type: 'ping', createdAt, data: { message: 'Teste da loja.' } } as const;
  await recordChange(shop.db, shop, actor, { action: 'hook.test', entityId: id });
  return shop.hookCalls.post(callTo(receiver, ping, shop.clock), new AbortController().signal);
}

function expectKeyReader({ showsKeys }: HookMaker, { includeKeys }: SaveHook): void {
  if (includeKeys && !showsKeys) throw invalid('includeKeys', 'Este token não pode ver chaves de ativação.');
}

export async function expectHook(db: Queryable, id: string): Promise<HookRow> {
  const hook = await findHook(db, id);
  if (!hook) throw unknownHook();
  return hook;
}

async function showHook({ db }: Shop, id: string): Promise<Hook> {
  const hook = await findListedHook(db, id);
  if (!hook) throw unknownHook();
  return toHookDto(hook);
}

function unknownHook() {
  return notFound(HOOK_TEXTS.unknown);
}

function toHookDto(row: ListedHook): Hook {
  const { events, includeKeys, stateByName, waiting, lastAttempts, stateBy: _, ...hook } = row;
  return {
    ...hook,
    events: JSON.parse(events) as HookEvent[],
    includeKeys: includeKeys === 1,
    stateBy: stateByName,
    waiting: Number(waiting),
    lastAttempt: (JSON.parse(lastAttempts ?? '[]') as Attempt[]).at(-1) ?? null,
  };
}

function columnsOf(typed: SaveHook, receiver: Receiver) {
  const { kind, description, events, includeKeys } = typed;
  // A channel is read by many.
  const withKeys = kind === 'standard' && includeKeys === true;
  return {
    kind,
    description,
    address: addressOf(receiver),
    events: JSON.stringify([...new Set(events)]),
    includeKeys: withKeys ? 1 : 0,
  } as const;
}

function stateOf(actor: Actor, { state = 'active' }: SaveHook, stateAt: string) {
  return { state, stateAt, stateBy: actor.id };
}

function receiverFor(shop: Shop, typed: SaveHook, former: Receiver | null): Receiver {
  switch (typed.kind) {
    case 'standard': {
      const url = expectUrl(shop, typed.url, () => true, HOOK_TEXTS.url);
      return former?.kind === 'standard' ? { ...former, url } : { kind: 'standard', url, secret: drawSecret() };
    }
    case 'discord': {
      const typedUrl = typed.url ?? (former?.kind === 'discord' ? former.url : '');
      return { kind: 'discord', url: expectUrl(shop, typedUrl, isDiscord, HOOK_TEXTS.discord) };
    }
    case 'telegram': {
      const token = typed.token ?? (former?.kind === 'telegram' ? former.token : undefined);
      if (token === undefined) throw invalid('token', HOOK_TEXTS.token);
      return { kind: 'telegram', token, chatId: typed.chatId };
    }
  }
}

function isDiscord({ hostname, pathname }: URL): boolean {
  return /^(?:ptb\.|canary\.)?discord(?:app)?\.com$/.test(hostname) && /^\/api\/webhooks\/\d+\/[\w-]+$/.test(pathname);
}

function expectUrl({ hookCalls }: Shop, text: string, isFit: (url: URL) => boolean, sentence: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !hookCalls.mayCall(url) || !isFit(url)) throw invalid('url', sentence);
  url.hash = '';
  return url.href;
}
