import { findAnyProduct } from '#db/queries/products.ts';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets.ts';
import { findAnyAdministrator, insertUser } from '#db/queries/users.ts';
import type { Database } from '#db/tables.ts';
import { newId } from './ids.ts';
import type { PasswordHashing } from './shop.ts';

/** What the process needs before the shop is open. */
type Office = { db: Database; passwords: PasswordHashing; now: Date };

/** No administrator and no product: a database that no store has opened yet, or not to the end. */
export async function isBare({ db }: Pick<Office, 'db'>): Promise<boolean> {
  return !(await findAnyAdministrator(db)) && !(await findAnyProduct(db));
}

/** Makes the first administrator when there is none. Answers the password that was drawn for them, to be shown once. */
export async function ensureAdministrator(
  office: Office,
  wanted: { email: string; password: string | undefined },
): Promise<string | null> {
  if (await findAnyAdministrator(office.db)) return null;
  const password = wanted.password ?? drawPassword();
  await insertUser(office.db, {
    id: newId(),
    email: wanted.email,
    name: 'Administração',
    passwordHash: await office.passwords.hash(password),
    isAdmin: 1,
    isAffiliate: 0,
    isActive: 1,
    createdAt: office.now.toISOString(),
  });
  return wanted.password ? null : password;
}

/** Sets the password of both gates: the one of the settings each time, a drawn one only once. Answers a drawn one. */
export async function ensureGatePassword(office: Office, wanted: string | undefined): Promise<string | null> {
  const isSet = (await findSecretHash(office.db, GATE)) !== undefined;
  if (isSet && !wanted) return null;
  const password = wanted ?? drawPassword();
  await insertSecretHash(office.db, GATE, await office.passwords.hash(password));
  return wanted ? null : password;
}

/** The name under which the gates' password is kept. */
export const GATE = 'gate';

/** 25 letters and digits: 100 bits of chance. */
function drawPassword(): string {
  return newId().slice(0, 25);
}
