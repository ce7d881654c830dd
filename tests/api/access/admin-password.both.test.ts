import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { AuthStatus } from '#src/wire/access/auth.ts';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import { actionText } from '#src/wire/audit/audit-text.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { addPartner, LOGIN_REFUSED, PARTNER } from '../../support/calls/logins.ts';
import { SHARED_SECRET } from '../../support/shared-secret.ts';

const NEW_PASSWORD = 'outra senha, com acentuação';
const store = startStoreForFile();

beforeAll(async () => {
  await addPartner(store);
});

test('an administrator gets a new password while the store runs, and every session of theirs is over', async () => {
  const sessions = [await login(store), await login(store)];
  const partner = openClient(store.url);
  expect((await partner.post('/api/auth/login', PARTNER)).status).toBe(200);

  expect(await run(['  DONA@loja.test'], `${NEW_PASSWORD}\n`)).toEqual({
    code: 0,
    stdout: `A senha de dona@loja.test foi trocada. Sessões encerradas: 2. Entre com a senha nova em ${store.url}/login.\n`,
    stderr: '',
  });

  for (const session of sessions) expect(await isIn(session)).toBe(false);
  expect(await isIn(partner)).toBe(true);
  const former = await openClient(store.url).post('/api/auth/login', store.admin);
  expect([former.status, former.json()]).toEqual([401, LOGIN_REFUSED]);
  const owner = await login({ ...store, admin: { ...store.admin, password: NEW_PASSWORD } });
  const { items } = (await owner.get('/api/admin/audit?kind=access')).json<Page<AuditEntry>>();
  const entry = items.find(({ action }) => action === 'access.reset_password');
  expect(entry).toMatchObject({ actorName: 'Comando no servidor', subject: { name: 'Administração' }, fields: [] });
  expect(entry && actionText(entry)).toBe('Trocou a senha de');
  expect(store.output()).not.toContain(NEW_PASSWORD);
});

test('whoever is no administrator is named, with those who are, and nothing is asked', async () => {
  expect(await run(['ninguem@loja.test'], `${NEW_PASSWORD}\n`)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Nenhum administrador tem o e-mail ninguem@loja.test. Administradores desta loja: dona@loja.test, socia@loja.test.\n',
  });
});

test.each([
  ['is too short', '12345\n', 'Nada foi alterado. A senha deve ter pelo menos 12 caracteres. Uma frase serve.\n'],
  ['is too long', `${'a'.repeat(201)}\n`, 'Nada foi alterado. A senha tem caracteres demais.\n'],
  ['does not come', '', 'Nada foi alterado: nenhuma senha foi digitada.\n'],
])('a password that %s changes nothing', async (_how, input, stderr) => {
  const partner = openClient(store.url);
  expect((await partner.post('/api/auth/login', PARTNER)).status).toBe(200);
  expect(await run([PARTNER.email], input)).toEqual({ code: 1, stdout: '', stderr });
  expect(await isIn(partner)).toBe(true);
  expect((await openClient(store.url).post('/api/auth/login', PARTNER)).status).toBe(200);
});

test('whoever is locked out gets a link for a new password, and all else of the account goes', async () => {
  const partner = openClient(store.url);
  expect((await partner.post('/api/auth/login', PARTNER)).status).toBe(200);
  const at = new Date().toISOString();
  const passkey = { id: 'perdida', userId: 'socia', domain: 'loja.test', name: 'Celular', publicKey: 'x', counter: 0 };
  await store
    .database()
    .insertInto('passkeys')
    .values({ ...passkey, createdAt: at, lastUsedAt: null, clonedAt: null })
    .execute();

  const { code, stdout } = await run(['--reset', PARTNER.email], '');

  expect(code).toBe(0);
  expect(stdout).toMatch(/Sessões encerradas: [1-9]\d*\./);
  expect(await isIn(partner)).toBe(false);
  expect(await store.database().selectFrom('passkeys').selectAll().execute()).toEqual([]);
  expect((await partner.post('/api/auth/login', PARTNER)).json()).toEqual(LOGIN_REFUSED);
  const token = /nova-senha\?t=([\w-]{43})$/m.exec(stdout)?.[1] ?? '';
  const choose = (password: string) =>
    partner.fetch('/conta/nova-senha', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: store.url },
      body: new URLSearchParams({ t: token, password }),
    });
  expect((await choose('qwerty123456')).status).toBe(422);
  expect((await choose(NEW_PASSWORD)).headers.get('location')).toBe('/conta/nova-senha?aviso=senha-nova');
  expect((await choose(`${NEW_PASSWORD}!`)).headers.get('location')).toBe('/conta/nova-senha?aviso=link-vencido');
  expect((await partner.post('/api/auth/login', { ...PARTNER, password: NEW_PASSWORD })).status).toBe(200);
  const entries = await store
    .database()
    .selectFrom('audit')
    .select('action')
    .where('actorId', '=', 'command')
    .execute();
  expect(entries.map(({ action }) => action)).toContain('access.reset_factors');
});

test('without an address, or without a database, it says what is missing', async () => {
  expect(await run([], '')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Use: npm run admin:password/) });
  const { code, stderr } = await run([PARTNER.email], '', `file:${store.folder}/nenhum.sqlite`);
  expect([code, stderr]).toEqual([1, `Não há banco de dados em ${store.folder}/nenhum.sqlite.\n`]);
});

async function isIn(client: Client): Promise<boolean> {
  return (await client.get('/api/auth/status')).json<AuthStatus>().isAuthenticated;
}

/** Runs the command beside the store, with `input` piped into it. */
function run(words: string[], input: string, databaseUrl = store.databaseUrl) {
  const command = fileURLToPath(new URL('../../../src/server/commands/admin-password.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  const env = { PATH, DATABASE_URL: databaseUrl, SHARED_SECRET, SITE_URL: store.url };
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...words],
      { cwd: store.folder, env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
