import { findAnyAdministrator, insertUser } from '#db/queries/access/users.ts';
import { deleteInstallationLinks, upsertInstallationStep } from '#db/queries/installation/installation.ts';
import { insertSecretHash } from '#db/queries/secrets/secrets.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { FirstAccount } from '#src/wire/installation/first-account.ts';
import { INSTALLATION_TEXTS } from '#src/wire/installation/texts.ts';
import { firstAdministrator, GATE } from '../access/administrators.ts';
import { refuseWeakPassword } from '../access/weak-passwords.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** The gates ask for the same password until the owner chooses one for them. The links are used up. */
export async function makeFirstAccount(shop: Shop, { name, email, password }: FirstAccount): Promise<Actor> {
  refuseWeakPassword(shop.settings, { name, email }, password);
  const now = shop.clock.now();
  const hash = await shop.passwords.hash(password);
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'first account');
    if (await findAnyAdministrator(tx)) throw conflict('account_made', INSTALLATION_TEXTS.accountMade);
    const user = firstAdministrator({ now }, { name, email, hash });
    await insertUser(tx, user);
    if (!shop.settings.isGateFromEnvironment) await insertSecretHash(tx, GATE, hash);
    await deleteInstallationLinks(tx);
    await upsertInstallationStep(tx, { step: 'account', outcome: 'saved', endedAt: now.toISOString() });
    await recordChange(tx, shop, user, { action: 'access.make_first', entityId: user.id });
    return { id: user.id };
  });
}
