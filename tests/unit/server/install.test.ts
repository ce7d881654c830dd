import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APP, type FakeMachine, LINK, openFakeMachine } from '../../support/fake-machine.ts';
import { freePort } from '../../support/store/free-port.ts';

let machine: FakeMachine;
let port: number;
let archive: string;

beforeEach(async () => {
  machine = await openFakeMachine();
  port = await freePort();
  archive = await machine.pack('1.0.0', { 'src/pages/old.astro': 'old', 'src/pages/index.astro': 'first' });
  await machine.write('journal', `A loja está sendo preparada\n  ${LINK}\n`);
});
afterEach(() => machine.close());

const updateCall = () => `npm run --silent update -- ${machine.at('root/opt/corte-final/release')} --same-version`;
const install = (...words: string[]) => machine.install([archive, '--porta', String(port), ...words]);

// It is for Debian and its like, and uses what others' tools cannot.
describe.runIf(process.platform === 'linux')('the installer', () => {
  test('makes a running service of an archive, and changes nothing when it runs again', async () => {
    const printed = await install('--dominio', 'loja.exemplo.com.br');
    expect(printed).toContain(`\n  ${LINK}\n`);
    expect(await machine.calls()).toEqual(['useradd', 'daemon-reload', 'enable', 'restart']);
    expect(await machine.read('root/etc/systemd/system/corte-final.service')).toContain('/opt/corte-final/app');
    expect((await machine.read(`root/${APP}/.env`)).split('\n').filter((line) => /^[A-Z]/.test(line))).toEqual([
      'DOMAIN=loja.exemplo.com.br',
      `PORT=${port}`,
      'DATABASE_URL=file:/opt/corte-final/data/store.sqlite',
      'UPLOADS_DIR=/opt/corte-final/data/uploads',
      'FILES_DIR=/opt/corte-final/data/files',
      'MAIL_DIR=/opt/corte-final/data/outbox',
      'DEMO_DATA=false',
    ]);
    const tree = await machine.tree();
    const exposed = tree.filter((line) => line.startsWith(`${APP}/`) && !/ (?:100600|40700) /.test(line));
    expect(exposed).toEqual([]);

    expect(await install()).toContain('não foi reiniciado');
    expect(await machine.tree()).toEqual(tree);
    expect(await machine.calls()).toHaveLength(4);
    expect(await readdir(machine.at('tmp'))).toEqual([]);
  });

  test('installs the unpacked folder that it stands in, without what a store wrote there', async () => {
    await machine.write('corte-final-1.0.0/db/store.sqlite', 'a trial');
    await machine.write('corte-final-1.0.0/.env', 'PORT=1');
    await machine.install(['--porta', String(port)], machine.at('corte-final-1.0.0/deploy/install.sh'));
    const tree = await machine.tree();
    expect(tree.filter((line) => line.includes('store.sqlite'))).toEqual([]);
    expect(await machine.read(`root/${APP}/src/pages/index.astro`)).toBe('first');
    expect(await machine.read(`root/${APP}/.env`)).toContain(`PORT=${port}\n`);
    await install();
    expect(await machine.tree()).toEqual(tree);
  });

  test('lets the program in place update to another version, and keeps what is not of the former one', async () => {
    await install();
    await machine.write(`root/${APP}/backups/one/store.sqlite`, 'mine');
    const settings = `PORT=${port}\nSITE_URL=https://outra.exemplo.com.br\n`;
    await machine.write(`root/${APP}/.env`, settings, 0o600);
    archive = await machine.pack('1.1.0', { 'src/pages/index.astro': 'second' });

    const printed = await install('--dominio', 'loja.exemplo.com.br');
    expect(printed).toContain('.env já existe e não foi mudado: para --dominio');
    expect((await machine.calls()).slice(4)).toEqual([updateCall()]);
    expect(printed).not.toContain('não foi reiniciado');
    expect(await machine.read(`root/${APP}/src/pages/index.astro`)).toBe('second');
    expect(await machine.read(`root/${APP}/backups/one/store.sqlite`)).toBe('mine');
    expect(await machine.read(`root/${APP}/.env`)).toBe(settings);
  });

  test('asks for the update again where it did not come into place', async () => {
    await install();
    archive = await machine.pack('1.1.0', { 'src/pages/index.astro': 'second' });
    await machine.write(`root/${APP}/broken`, '');
    await expect(install()).rejects.toThrow(/A loja voltou\.\nA versão 1\.1\.0 não entrou/);
    await machine.remove(`root/${APP}/broken`);
    await install();
    expect((await machine.calls()).slice(4)).toEqual([updateCall(), updateCall()]);
    expect(await install()).toContain('já está instalada');
  });

  test('goes on where the store could not be prepared', async () => {
    await machine.write(`root/${APP}/broken`, '');
    await machine.write('root/opt/corte-final/app.sha256.parcial', '');
    await expect(install()).rejects.toThrow('A loja não pôde ser preparada. Resolva');
    archive = await machine.pack('1.1.0', { 'src/pages/index.astro': 'second' });
    await machine.remove(`root/${APP}/broken`);
    await install();
    expect(await readdir(machine.at(`root/${APP}/src/pages`))).toEqual(['index.astro']);
  });

  test('leaves a unit alone that its owner has changed', async () => {
    await install();
    const unit = 'root/etc/systemd/system/corte-final.service';
    await machine.write(unit, '[Service]\n');
    expect(await install()).toContain('Você mudou');
    expect(await machine.read(unit)).toBe('[Service]\n');
  });

  test.each<[string, string, () => Promise<void>]>([
    ['is not root', 'como root', () => machine.write('person', '')],
    ['finds no systemd', 'não usa systemd', () => machine.remove('root/run')],
    ['finds no archive', 'não existe ou não pode ser lido', () => machine.remove('corte-final-1.0.0.tar.gz')],
    ['cannot read the archive', 'não é um .tar.gz inteiro', () => machine.write('corte-final-1.0.0.tar.gz', 'half')],
    ['finds another program in it', 'não tem o programa da loja', packAnother],
    ['finds a store that it did not install', 'não pôs lá', () => machine.write(`root/${APP}/package.json`, '{}')],
    [
      'finds too old a Node',
      'Falta o Node 20',
      () => machine.write('root/usr/bin/node', '#!/bin/sh\necho 18\n', 0o755),
    ],
    [
      'finds too little memory',
      'Há 97 MB de memória livre',
      () => machine.write('root/proc/meminfo', 'SwapFree: 100000 kB'),
    ],
    ['finds too little room', 'Há 300 MB livres no disco', () => machine.write('disk', '300')],
  ])('changes nothing where it %s', async (_what, sentence, spoil) => {
    await spoil();
    await machine.write('root/opt/other', '');
    const tree = await machine.tree();
    await expect(install()).rejects.toThrow(sentence);
    expect(await machine.tree()).toEqual(tree);
  });

  test('refuses a port that another program has', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await expect(install()).rejects.toThrow(`A porta ${port} já é usada`);
    await new Promise((resolve) => other.close(resolve));
  });

  test.each([
    ['--dominio', 'https://loja.exemplo.com.br', 'sem https://'],
    ['--dominio', '203.0.113.9', 'Diga o domínio'],
    ['--porta', '80', 'de 1024 a 65535'],
    ['--porta', '4321x', 'de 1024 a 65535'],
    ['--senha', 'x', 'Não conheço a opção --senha'],
  ])('refuses %s %s', async (name, value, sentence) => {
    await expect(install(name, value)).rejects.toThrow(sentence);
  });

  test('shows what the store said where it does not open', async () => {
    await machine.write('closed', '');
    await machine.write('journal', 'SITE_URL: o endereço não tem https.\n');
    await expect(install()).rejects.toThrow(/SITE_URL: o endereço não tem https\.\nA loja não abriu/);
  });

  async function packAnother() {
    await machine.remove('corte-final-1.0.0/src/server');
    execFileSync('tar', ['-czf', archive, '-C', machine.at('.'), 'corte-final-1.0.0']);
  }
});
