import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BucketServer, openBucketServer, PREFIX } from '../../support/bucket/bucket-server.ts';
import { runCommand } from '../../support/store/run-command.ts';

const FILES = { 'foto.png': 'a picture', 'pacotes/curso de cor.zip': 'PK sold', 'vazio.txt': '' };
const RELEASE_FILE = '0123456789abcdef0123456789abcdef';
/** A version's file has a place that no address of an upload names. */
const ALL = { ...FILES, [`.sold/${RELEASE_FILE}`]: 'PK version' };
let bucket: BucketServer;
let folder: string;

beforeEach(async () => {
  bucket = await openBucketServer();
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(folder, 'uploads/pacotes'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, 'uploads', name), text);
  await writeFile(join(folder, 'uploads/.draft'), 'half');
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', RELEASE_FILE), 'PK version');
  await writeFile(join(folder, `files/.transfer-${RELEASE_FILE}`), 'half');
});
afterEach(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

test('files are moved to a bucket and back, whole, and a repetition sends nothing', async () => {
  const moved = await toBucket();
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toMatch(
    /^Arquivos de uploads e files em s3:\/\/loja-teste\/arquivos\/: 4 enviados agora, 0 já estavam lá\.\n/,
  );
  expect(contentOfBucket()).toEqual(ALL);
  expect((await toBucket()).stdout).toContain(': 0 enviados agora, 4 já estavam lá.');

  const back = await run(['--files', '--back'], { ...bucket.settings, UPLOADS_DIR: 'back', FILES_DIR: 'sold-back' });
  expect(back).toMatchObject({ code: 0, stderr: '' });
  for (const [name, text] of Object.entries(FILES))
    expect(await readFile(join(folder, 'back', name), 'utf8')).toBe(text);
  expect((await readdir(join(folder, 'back'))).sort()).toEqual(['foto.png', 'pacotes', 'vazio.txt']);
  expect(await readFile(join(folder, 'sold-back', RELEASE_FILE), 'utf8')).toBe('PK version');
  expect(await readdir(join(folder, 'sold-back'))).toEqual([RELEASE_FILE]);
});

test('a move that the bucket broke off goes on where it stopped', async () => {
  bucket.always('put', { kind: 'error', status: 403, code: 'AccessDenied' });
  const broken = await toBucket();
  expect(broken).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('(AccessDenied)') });
  bucket.heal();
  bucket.add('foto.png', Buffer.from(FILES['foto.png']));

  expect((await toBucket()).stdout).toContain(': 3 enviados agora, 1 já estavam lá.');
  expect(contentOfBucket()).toEqual(ALL);
});

test('another file under the same name is named and left alone', async () => {
  bucket.add('foto.png', Buffer.from('another picture'));

  const refused = await toBucket();
  expect(refused).toMatchObject({ code: 1, stderr: 'Já há outro arquivo em s3://loja-teste/arquivos/foto.png.\n' });
  expect(contentOfBucket()).toMatchObject({ 'foto.png': 'another picture' });
});

test('without its secret, or without a bucket to come back from, the command says what is missing', async () => {
  const { FILES_URL = '', FILES_KEY = '' } = bucket.settings;
  const half = await run(['--files', FILES_URL], { FILES_KEY });
  expect(half).toMatchObject({ code: 1, stderr: 'FILES_URL precisa também de FILES_SECRET.\n' });
  const nowhere = await run(['--files', '--back'], {});
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Para trazer os arquivos de volta/) });
});

function toBucket() {
  const { FILES_URL = '', ...credentials } = bucket.settings;
  return run(['--files', FILES_URL], credentials);
}

function run(words: string[], settings: Record<string, string>) {
  return runCommand('move.mjs', words, { folder, settings });
}

function contentOfBucket(): Record<string, string> {
  const contents = [...bucket.objects].map(([key, { bytes }]) => [key.slice(PREFIX.length), bytes.toString('utf8')]);
  return Object.fromEntries(contents);
}
