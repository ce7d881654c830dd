import { findCodeApp, listRecoveryCodes } from '#db/queries/access/code-apps.ts';
import { listFactorHolders, listPasskeys } from '#db/queries/access/passkeys.ts';
import { listTeamNames } from '#db/queries/access/users.ts';
import type { Queryable } from '#db/tables.ts';
import type { ConfirmKind, FactorKind } from '#src/wire/access/factors.ts';
import type { Shop } from '../../shop.ts';
import { isUsable, passkeyPlace } from './passkey-place.ts';

/** By what a person can prove with now; null without any factor. A passkey of another domain counts, but proves nothing here. */
export async function findFactorKinds(
  shop: { db: Queryable } & Pick<Shop, 'settings'>,
  userId: string,
): Promise<FactorKind[] | null> {
  const passkeys = await listPasskeys(shop.db, userId);
  const app = await findCodeApp(shop.db, userId);
  const hasApp = Boolean(app?.confirmedAt);
  if (passkeys.length === 0 && !hasApp) return null;
  const works = passkeys.some((passkey) => isUsable(passkey, passkeyPlace(shop)));
  const codes = await listRecoveryCodes(shop.db, userId);
  return [
    ...(works ? (['passkey'] as const) : []),
    ...(hasApp ? (['code'] as const) : []),
    ...(codes.some(({ usedAt }) => usedAt === null) ? (['recovery'] as const) : []),
  ];
}

export async function findConfirmKinds(shop: Shop, userId: string): Promise<ConfirmKind[]> {
  return (await findFactorKinds(shop, userId)) ?? ['password'];
}

/** The first factor of each administrator, for a list of the team; who has none is not in it. */
export async function findFactorsOfTeam({ db }: Pick<Shop, 'db'>): Promise<Map<string, 'passkey' | 'code'>> {
  return new Map((await listFactorHolders(db)).map(({ userId, kind }) => [userId, kind]));
}

/** Those who can act and have none. */
export async function listNamesWithoutFactor({ db }: Pick<Shop, 'db'>): Promise<string[]> {
  const [team, factors] = await Promise.all([listTeamNames(db), findFactorsOfTeam({ db })]);
  return team.filter(({ id }) => !factors.has(id)).map(({ name }) => name);
}
