import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { logIn } from '#src/domain/access/login.ts';
import { openPasswords } from '#src/server/shop/passwords.ts';
import { openTestShop } from '../../support/store/shop.ts';

const deriveKey = promisify(argon2);

/** Another version of the shop may have written it so. */
async function hashWith(password: string, memory: number, passes: number): Promise<string> {
  const nonce = randomBytes(16);
  const cost = { memory, passes, parallelism: 1, tagLength: 32 };
  const hash = await deriveKey('argon2id', { message: password, nonce, ...cost });
  const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${tag}`;
}

test('a password is judged by the parameters of its own hash, within reason', async () => {
  const passwords = openPasswords();
  const former = await hashWith('senha-da-dona-42', 8_192, 3);
  expect([await passwords.matches('senha-da-dona-42', former), passwords.isCurrent(former)]).toEqual([true, false]);
  expect(await passwords.matches('outra', former)).toBe(false);
  expect(await passwords.matches('senha-da-dona-42', former.replace('m=8192', 'm=99999999'))).toBe(false);
  expect(passwords.isCurrent(await passwords.hash('x'))).toBe(true);
});

test('a sign-in makes a former hash anew, and the password goes on', async () => {
  const { shop, close } = await openTestShop();
  const users = shop.db.selectFrom('users').select(['email', 'passwordHash']).where('isAdmin', '=', 1);
  const { email } = await users.executeTakeFirstOrThrow();
  const former = await hashWith('senha-da-dona-42', 8_192, 3);
  await shop.db.updateTable('users').set({ passwordHash: former }).where('isAdmin', '=', 1).execute();
  const credentials = { email, password: 'senha-da-dona-42' };
  await logIn(shop, credentials, '203.0.113.1');
  const { passwordHash } = await users.executeTakeFirstOrThrow();
  expect(shop.passwords.isCurrent(passwordHash)).toBe(true);
  expect(await logIn(shop, credentials, '203.0.113.1')).toMatchObject({ email });
  await close();
});
