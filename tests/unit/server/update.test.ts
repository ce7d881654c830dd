import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { type Update, updateStore } from '#src/server/update/update-store.ts';
import { type FakeStore, openFakeStore } from '../../support/fake-release.ts';

let store: FakeStore;
let path: string | undefined;

beforeEach(async () => {
  store = await openFakeStore();
  path = process.env['PATH'];
  process.env['PATH'] = store.supervision.env.PATH;
});
afterEach(async () => {
  process.env['PATH'] = path;
  await store.close();
});

function update(source: string, changed: Partial<Update> = {}): Promise<string> {
  const { root, at } = store;
  return updateStore({
    root,
    source,
    settings: readSettings({ PORT: String(store.port), DATABASE_URL: `file:${root}db/store.sqlite` }),
    maySameVersion: false,
    mayNotReturn: false,
    withinMs: 5_000,
    steadyMs: 50,
    say: () => undefined,
    async backUp() {
      await mkdir(at('backup'), { recursive: true });
      await cp(at('app/db/store.sqlite'), at('backup/store.sqlite'));
      return at('backup');
    },
    ...changed,
  });
}

async function answer(): Promise<string> {
  return fetch(`http://127.0.0.1:${store.port}/`).then(
    (response) => response.text(),
    () => 'away',
  );
}

async function serves(version: string): Promise<void> {
  await expect.poll(answer).toBe(version);
}

// Elsewhere nobody can say which processes serve a folder.
describe.runIf(process.platform === 'linux')('an update', () => {
  test('brings another release into the place of the one that serves, and keeps what is not code', async () => {
    await store.release('next', '1.1.0', 'ready', { 'src/only-new.ts': 'new' });
    await store.pack('next');
    store.supervision.start();
    await serves('1.0.0');
    expect(await update(store.at('next.tar.gz'))).toBe('A loja está na versão 1.1.0.');
    expect(await answer()).toBe('1.1.0');
    expect(existsSync(store.at('app/src/only-old.ts'))).toBe(false);
    expect(await store.read('src/only-new.ts')).toBe('new');
    expect(await store.read('dist/built')).toContain('1.1.0');
    for (const kept of ['db/store.sqlite', 'db/store.sqlite.lock', '.env'])
      expect(existsSync(store.at(`app/${kept}`))).toBe(true);
    expect(existsSync(store.at('app/.update'))).toBe(false);
  });

  test.each(['unready', 'falls'])('goes back by itself where the new release is %s', async (how) => {
    const next = await store.release('next', '1.1.0', how, { 'src/only-new.ts': 'new' });
    store.supervision.start();
    await serves('1.0.0');
    await expect(update(next, { withinMs: 1_500 })).rejects.toThrow('a loja voltou à 1.0.0');
    expect(await answer()).toBe('1.0.0');
    expect(await store.read('src/only-old.ts')).toBe('old');
    expect(await store.read('dist/built')).toContain('1.0.0');
    expect(existsSync(store.at('app/src/only-new.ts'))).toBe(false);
  });

  test('changes nothing where the new release does not open on a copy', async () => {
    const next = await store.release('next', '1.1.0', 'never');
    store.supervision.start();
    await serves('1.0.0');
    await expect(update(next, { withinMs: 1_000 })).rejects.toThrow('não abriu sobre uma cópia');
    expect(existsSync(store.at('app/.update/switch.json'))).toBe(false);
    expect(await answer()).toBe('1.0.0');
  });

  test('refuses a release whose schema the former one could not read, unless told', async () => {
    const next = await store.release('next', '1.1.0', 'ready');
    const known = new BetterSqlite3(store.at('app/db/store.sqlite'));
    known.exec(`UPDATE "schemaFloor" SET name = '9999-of-the-next'`);
    known.close();
    await expect(update(next)).rejects.toThrow('não poderia voltar sozinha. Nada foi alterado');
    expect(await update(next, { mayNotReturn: true })).toContain('A versão 1.1.0 está no lugar');
  });

  test('goes on where it was killed in the middle of the switch', async () => {
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`src/rooms/${at + 100}.ts`, 'new']));
    const next = await store.release('next', '1.1.0', 'ready', { ...files, 'src/only-new.ts': 'new' });
    await once(store.supervision.setUp(), 'close');
    // The store's process stands in the way of a switch, until it ends below.
    store.supervision.start();
    await serves('1.0.0');
    await store.supervision.forget();
    expect(await update(next)).toContain('A versão 1.1.0 está pronta. Pare a loja');
    await store.supervision.stop();
    const switching = store.supervision.setUp();
    await expect.poll(() => existsSync(store.at('app/src/rooms/100.ts')), { interval: 1 }).toBe(true);
    switching.kill('SIGKILL');
    await once(switching, 'close');
    expect(existsSync(store.at('app/src/rooms/699.ts'))).toBe(false);

    store.supervision.start();
    await serves('1.1.0');
    expect(await store.read('src/rooms/699.ts')).toBe('new');
    expect(await store.read('dist/built')).toContain('1.1.0');
    expect(await update(next)).toBe('A loja está na versão 1.1.0.');
  });

  test('is done again, and lets the third failed start go back, where nobody watches', async () => {
    const next = await store.release('next', '1.1.0', 'falls');
    await once(store.supervision.setUp(), 'close');
    expect(await update(next)).toContain('A versão 1.1.0 está no lugar');
    store.supervision.start();
    await serves('1.0.0');
    expect(await store.read('src/only-old.ts')).toBe('old');
  });

  test.each<[string, string, (next: string) => Promise<void>]>([
    ['another program', 'não é uma versão da loja', (next) => rm(join(next, 'src/server/main.mjs'))],
    ['a lock of another version', 'não é o dela', (next) => writeFile(join(next, 'package-lock.json'), '{}')],
    ['a clone', 'clone do git', (next) => writeFile(join(next, '.git'), '')],
    ['an older one', 'mais nova do que 0.9.0', (next) => rewrite(next, { version: '0.9.0' })],
    ['the same', 'acrescente --same-version', (next) => rewrite(next, { version: '1.0.0' })],
    ['one for a newer Node', 'pede o Node 99', (next) => rewrite(next, { engines: { node: '>=99' } })],
    ['nothing', 'não existe', (next) => rm(next, { recursive: true })],
  ])('refuses %s', async (_what, sentence, spoil) => {
    const next = await store.release('next', '1.1.0', 'ready');
    await spoil(next);
    await expect(update(next)).rejects.toThrow(sentence);
    expect(existsSync(store.at('app/.update'))).toBe(false);
  });

  test('refuses half an archive', async () => {
    await writeFile(store.at('half.tar.gz'), 'half');
    await writeFile(store.at('half.zip'), 'half');
    for (const name of ['half.tar.gz', 'half.zip']) await expect(update(store.at(name))).rejects.toThrow('inteiro');
  });

  async function rewrite(next: string, changed: { version?: string; engines?: { node: string } }) {
    const named = { name: 'corte-final', version: '1.1.0', engines: { node: '>=20' }, ...changed };
    await writeFile(join(next, 'package.json'), JSON.stringify(named));
    await writeFile(join(next, 'package-lock.json'), JSON.stringify({ ...named, packages: {} }));
  }
});
