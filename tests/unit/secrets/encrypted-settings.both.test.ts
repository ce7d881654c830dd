import { beforeEach, describe, expect, test } from 'vitest';
import { trailKeyOf } from '#db/queries/audit/seals.ts';
import { deleteEncryptedSetting, findEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { deleteSecret } from '#db/queries/secrets/secrets.ts';
import { confirmIdentity, requireIdentity } from '#src/domain/access/factors/confirm-identity.ts';
import { readTrailKey, TRAIL_KEY } from '#src/domain/audit/seal-trail.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '#src/domain/secrets/encrypted-settings.ts';
import type { Shop } from '#src/domain/shop.ts';
import { assertKeyOfServer, encryptAnew } from '#src/server/backup/encrypt-anew.ts';
import { openEncryption } from '#src/server/shop/open-encryption.ts';
import { openShopForEachTest } from '../../support/before-tests/shop.ts';

const TOKEN = 'APP_USR-0123456789-ação';

const opened = openShopForEachTest();
let shop: Shop;

beforeEach(async () => {
  shop = opened.shop;
});

async function keep(name: string, text: string): Promise<void> {
  await storeEncryptedSetting(shop.db, shop, { id: 'dona' }, await encryptSetting(shop, name, text));
}

describe('what the owner types on the screen', () => {
  test('is stored encrypted, read again, replaced, and forgotten', async () => {
    await keep('bank', 'um outro');
    await keep('bank', TOKEN);

    expect(await readEncryptedSetting(shop, 'bank')).toEqual({ state: 'read', text: TOKEN });
    const row = await findEncryptedSetting(shop.db, 'bank');
    expect(row).toMatchObject({ updatedBy: 'dona' });
    expect(row?.value).not.toContain('APP_USR');
    expect(Buffer.from(row?.value.slice(3) ?? '', 'base64url').includes('APP_USR')).toBe(false);

    await deleteEncryptedSetting(shop.db, 'bank');
    expect(await readEncryptedSetting(shop, 'bank')).toEqual({ state: 'missing' });
  });

  test('cannot be read under another name, changed, or with another key', async () => {
    await keep('bank', TOKEN);
    const { value = '' } = (await findEncryptedSetting(shop.db, 'bank')) ?? {};
    const change = (at: number) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
    const stranger = openEncryption({ ...SETTINGS, SECRETS_KEY: 'x'.repeat(32) });

    expect(await shop.encryption.decrypt('mail', value)).toBeNull();
    for (const at of [3, 10, 30, value.length - 5]) {
      expect(await shop.encryption.decrypt('bank', change(at))).toBeNull();
    }
    expect(await shop.encryption.decrypt('bank', 'v1.AAAA')).toBeNull();
    expect(await stranger.decrypt('bank', value)).toBeNull();
    expect(await readEncryptedSetting({ ...shop, encryption: stranger }, 'bank')).toEqual({ state: 'unreadable' });
  });
});

test('a move gives what is stored the key of the other engine, which must be known before', async () => {
  await keep('bank:a', TOKEN);
  const other = openEncryption({ ...SETTINGS, SECRETS_KEY: 'x'.repeat(32) });
  await encryptAnew(shop.db, shop.encryption, other);
  expect(await readEncryptedSetting({ ...shop, encryption: other }, 'bank:a')).toEqual({ state: 'read', text: TOKEN });
  // What the former key does not open stays as it is.
  await encryptAnew(shop.db, shop.encryption, other);
  expect(await readEncryptedSetting({ ...shop, encryption: other }, 'bank:a')).toEqual({ state: 'read', text: TOKEN });

  const none = { SECRETS_KEY: '', SHARED_SECRET: '' };
  await expect(assertKeyOfServer(shop.db, none)).rejects.toThrow('SHARED_SECRET');
  await assertKeyOfServer(shop.db, { ...none, SHARED_SECRET: 's'.repeat(32) });
  await deleteEncryptedSetting(shop.db, 'bank:a');
  // The key of the trail's seals is encrypted, too.
  await expect(assertKeyOfServer(shop.db, none)).rejects.toThrow('SHARED_SECRET');
  await readTrailKey({ ...shop, encryption: other });
  expect(trailKeyOf(shop.db)).not.toBeNull();
  await deleteSecret(shop.db, TRAIL_KEY);
  await assertKeyOfServer(shop.db, none);
});

const SETTINGS = { DATABASE_URL: 'postgres://127.0.0.1/loja', SHARED_SECRET: 's'.repeat(32), SECRETS_KEY: '' };

describe('the own password', () => {
  test('counts as typed for ten minutes after signing in, and again after it was confirmed', async () => {
    let now = Math.floor(Date.now() / 1000) * 1000;
    const here = opened.with({ clock: { now: () => new Date(now) } });
    const owner = await here.db.selectFrom('users').selectAll().where('isAdmin', '=', 1).executeTakeFirstOrThrow();
    await here.sessions.start({ id: 'here', userId: owner.id, device: 'Chrome', createdAt: here.clock.now() });
    const isFresh = () =>
      requireIdentity(here, owner, { sessionId: 'here' }).then(
        () => true,
        ({ code }) => code,
      );

    expect(await isFresh()).toBe(true);
    now += 10 * 60_000;
    expect(await isFresh()).toBe('confirm_identity');
    await expect(confirmIdentity(here, owner, { current: 'outra senha' }, { sessionId: 'here' })).rejects.toMatchObject(
      { fields: { current: 'Esta não é a sua senha atual.' } },
    );
    expect(await isFresh()).toBe('confirm_identity');
    await confirmIdentity(here, owner, { current: 'senha-da-dona-42' }, { sessionId: 'here' });
    expect(await isFresh()).toBe(true);
    now += 10 * 60_000;
    expect(await isFresh()).toBe('confirm_identity');
  });
});
