import { openPasswords } from '#src/server/shop/passwords.ts';
import { ROLE_NAMES, type Role } from '#src/wire/access/roles.ts';
import type { Store } from '../store/store.ts';
import { type Client, login } from './client.ts';

const PASSWORD = 'uma frase da equipe';

/** Somebody of each role, signed in. */
export async function loginTeam(store: Store): Promise<Record<Role, Client>> {
  const passwordHash = await openPasswords().hash(PASSWORD);
  const clients: Partial<Record<Role, Client>> = {};
  for (const role of ROLE_NAMES) {
    const person = { id: `of-${role}`, email: `${role}@loja.test`, name: `Pessoa ${role}` };
    const flags = { isAdmin: 1, isAffiliate: 0, isActive: 1 } as const;
    await store
      .database()
      .insertInto('users')
      .values({ ...person, ...flags, role, passwordHash, createdAt: new Date().toISOString() })
      .execute();
    clients[role] = await login({ ...store, admin: { email: person.email, password: PASSWORD } });
  }
  return clients as Record<Role, Client>;
}
