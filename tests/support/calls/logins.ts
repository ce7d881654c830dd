import { createHash } from 'node:crypto';
import { openPasswords } from '#src/server/shop/passwords.ts';
import type { Store } from '../store/store.ts';
import { type Client, openClient } from './client.ts';

export const PARTNER = { email: 'socia@loja.test', password: 'senha-da-socia-42' };

export const LOGIN_REFUSED = {
  code: 'invalid_credentials',
  message: 'Credenciais inválidas. Apenas administradores podem acessar.',
};

export async function addPartner(store: Store, named = { id: 'socia', email: PARTNER.email }): Promise<void> {
  const passwordHash = await openPasswords().hash(PARTNER.password);
  const person = { ...named, name: 'Sócia', createdAt: new Date().toISOString() };
  const roles = { isAdmin: 1, role: 'owner', isAffiliate: 0, isActive: 1 } as const;
  await store
    .database()
    .insertInto('users')
    .values({ ...person, ...roles, passwordHash })
    .execute();
}

let addresses = 0;
/** Sent as a proxy sends it, so that tests do not share a limit. */
export const from = (address: string) => ({ 'x-forwarded-for': address });
export const newAddress = () => from(`198.51.100.${++addresses}`);

/** Comes from a new address, at a store with `TRUST_PROXY=1`. */
export function tryLogin(store: Store, body: unknown, headers = newAddress(), client = openClient(store.url)) {
  return client.post('/api/auth/login', body, headers);
}

export function tokenOf(client: Client): string {
  return client.cookies.get('session') ?? '';
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
