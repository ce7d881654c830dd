import { randomInt } from 'node:crypto';
import {
  countTokens,
  findLiveToken,
  insertToken,
  listTokens,
  revokeToken,
  updateTokenUse,
} from '#db/queries/access/api-tokens.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import {
  type ApiToken,
  type CreateToken,
  MOST_TOKENS,
  missingScope,
  TOKEN_TEXTS,
  type TokenCreated,
} from '#src/wire/access/api-tokens.ts';
import type { Role } from '#src/wire/access/roles.ts';
import { SCOPES, type Scope } from '#src/wire/access/scopes.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';

/** A token that calls: the trail names it by its id, and its maker's role bounds it. */
export type CallingToken = { id: string; scopes: readonly Scope[]; role: Role };

export async function listApiTokens(shop: Shop): Promise<ApiToken[]> {
  const rows = await listTokens(shop.db);
  return rows.map(({ id, name, prefix, scopes, createdByName, createdAt, expiresAt, lastUsedAt }) => {
    return { id, name, prefix, scopes: readScopes(scopes), createdBy: createdByName, createdAt, expiresAt, lastUsedAt };
  });
}

export async function createApiToken(shop: Shop, actor: Actor, form: CreateToken): Promise<TokenCreated> {
  const { name, expiresInDays = null } = form;
  const scopes = [...new Set(form.scopes)];
  const now = shop.clock.now();
  const id = newId();
  const token = drawToken();
  const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS).toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'api tokens');
    if ((await countTokens(tx)) >= MOST_TOKENS) throw conflict('too_many_tokens', TOKEN_TEXTS.tooMany);
    await insertToken(tx, {
      ...{ id, name, expiresAt },
      prefix: token.slice(0, SHOWN_LETTERS),
      hash: hashOfToken(token),
      scopes: JSON.stringify(scopes),
      createdBy: actor.id,
      createdAt: now.toISOString(),
    });
    await recordChange(tx, shop, actor, {
      action: 'access.create_token',
      entityId: id,
      changes: { scopes: [null, scopes.join(', ')], ...(expiresAt && { expiresAt: [null, expiresAt.slice(0, 10)] }) },
    });
  });
  return { id, name, scopes, token };
}

export async function revokeApiToken(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await revokeToken(tx, id, shop.clock.now().toISOString()))) throw notFound(TOKEN_TEXTS.unknown);
    await recordChange(tx, shop, actor, { action: 'access.revoke_token', entityId: id });
  });
}

/** `isUseToNote` says that its last noted use is more than a minute old. */
export async function readCallingToken(shop: Shop, token: string): Promise<CallingToken & { isUseToNote: boolean }> {
  const now = shop.clock.now();
  const found = await findLiveToken(shop.db, hashOfToken(token), now.toISOString());
  if (!found) throw refusal('unauthenticated', 'invalid_token', TOKEN_TEXTS.invalid);
  await takeOrRefuse(shop, 'tokenCalls', found.id, { sentence: TOO_FAST });
  const isUseToNote = Date.parse(found.lastUsedAt ?? '1970') < now.getTime() - MINUTE_MS;
  return { id: found.id, scopes: readScopes(found.scopes), role: found.role, isUseToNote };
}

export function noteTokenUse({ db, clock }: Shop, { id }: CallingToken): Promise<void> {
  return updateTokenUse(db, id, clock.now().toISOString());
}

/** Null is a scope that no token has, and `any` one that each has. */
export function requireScope({ scopes }: CallingToken, scope: Scope | 'any' | undefined): void {
  if (!scope) throw refusal('forbidden', 'not_by_token', TOKEN_TEXTS.notByToken);
  if (scope !== 'any' && !scopes.includes(scope)) throw refusal('forbidden', 'missing_scope', missingScope(scope));
}

const TOO_FAST = 'Este token fez mais de 600 chamadas em um minuto. Espere um pouco e tente de novo.';

/** 43 of 62 letters are 256 random bits. */
function drawToken(): string {
  return `cf_${Array.from({ length: 43 }, () => BASE62[randomInt(BASE62.length)]).join('')}`;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHOWN_LETTERS = 'cf_'.length + 4;

/** A scope of another version opens nothing here. */
function readScopes(text: string): Scope[] {
  const scopes: unknown = JSON.parse(text);
  return Array.isArray(scopes) ? scopes.filter((scope): scope is Scope => Object.hasOwn(SCOPES, String(scope))) : [];
}
