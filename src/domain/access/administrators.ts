import { findAnyAdministrator, insertUser } from '#db/queries/access/users.ts';
import { findAnyProduct } from '#db/queries/products/products.ts';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets/secrets.ts';
import type { UserRow } from '#db/tables/access.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import type { PasswordHashing } from '../access/password-hashing.ts';
import { newId } from '../ids.ts';

type Office = { db: Database; passwords: PasswordHashing; now: Date };

export async function isEmptyShop({ db }: Pick<Office, 'db'>): Promise<boolean> {
  return !(await findAnyAdministrator(db)) && !(await findAnyProduct(db));
}

export type DrawnPasswords = { administrator: string | null; gate: string | null };

type Wanted = { email: string; password: string | undefined; gatePassword: string | undefined };

/** While a shop is installed in the browser, the environment alone may have a password for the gates. */
export async function storeGatePassword({ db, passwords }: Office, wanted: string): Promise<void> {
  await insertSecretHash(db, GATE, await passwords.hash(wanted));
}

/** Prints generated passwords before storing them, so a crash in between generates new ones. */
export async function ensurePasswords(
  office: Office,
  wanted: Wanted,
  show: (drawn: DrawnPasswords) => void,
): Promise<void> {
  const isGateSet = (await findSecretHash(office.db, GATE)) !== undefined;
  const gate = isGateSet && !wanted.gatePassword ? null : await preparePassword(office, wanted.gatePassword);
  const administrator = (await findAnyAdministrator(office.db)) ? null : await preparePassword(office, wanted.password);
  await inTransaction(office.db, async (tx) => {
    if (gate) await insertSecretHash(tx, GATE, gate.hash);
    if (administrator) {
      const { email } = wanted;
      await insertUser(tx, firstAdministrator(office, { name: 'Administração', email, hash: administrator.hash }));
    }
    show({ administrator: administrator?.drawn ?? null, gate: gate?.drawn ?? null });
  });
}

async function preparePassword({ passwords }: Office, wanted: string | undefined) {
  const password = wanted ?? drawPassword();
  return { hash: await passwords.hash(password), drawn: wanted ? null : password };
}

export function firstAdministrator({ now }: Pick<Office, 'now'>, { name, email, hash }: NewAdministrator): UserRow {
  return {
    id: newId(),
    email,
    name,
    passwordHash: hash,
    isAdmin: 1,
    role: 'owner',
    isAffiliate: 0,
    isActive: 1,
    createdAt: now.toISOString(),
  };
}

type NewAdministrator = { name: string; email: string; hash: string };

export const GATE = 'gate';

function drawPassword(): string {
  return newId().slice(0, 25);
}
