import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { sentenceOf } from '#src/server/commands/exit-with.ts';
import { checkFiles } from '#src/server/commands/files-command.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import {
  type BucketAct,
  type BucketFault,
  type BucketServer,
  openBucketServer,
} from '../../support/bucket/bucket-server.ts';

const COMMAND = fileURLToPath(new URL('../../../src/server/commands/files.mjs', import.meta.url));
let elsewhere: string;
let bucket: BucketServer;

beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'files-command-'));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));
beforeEach(async () => {
  bucket = await openBucketServer();
});
afterEach(() => bucket.close());

test('without a bucket there is nothing to check', async () => {
  const { code, output } = await runProcess({});
  expect([code, output]).toEqual([
    0,
    'FILES_URL não foi informada: os arquivos ficam nas pastas uploads e files.\nAinda não há banco de dados: não há o que conferir.\n',
  ]);
});

test('incomplete settings are reported', async () => {
  const { code, output } = await runProcess({ ...bucket.settings, FILES_SECRET: '' });
  expect([code, output]).toEqual([1, 'FILES_URL precisa também de FILES_SECRET.\n']);
});

test('a bucket that does all that the shop needs passes, and keeps nothing of the check', async () => {
  const { code, output } = await runProcess(bucket.settings);
  const subjects = output.split('\n').flatMap((line) => /^(.) ([^:]+): .+\.$/.exec(line)?.slice(1, 3).join(' ') ?? []);
  expect(subjects).toEqual([
    '✓ Endereço, chave e segredo',
    '✓ Relógio',
    '✓ Gravar',
    '✓ Listar',
    '✓ Ler um pedaço',
    '✓ Link temporário',
    '✓ Arquivos grandes',
    '✓ Acesso de estranhos',
    '✓ Apagar',
    '• Envios interrompidos',
  ]);
  expect(code).toBe(0);
  expect([bucket.objects.size, bucket.uploads.size]).toEqual([0, 0]);
  bucket.habits.hasLifecycle = true;
  expect((await check(bucket.settings)).output).toContain('✓ Envios interrompidos:');
});

test.each([
  [
    'FILES_SECRET',
    'outro-segredo',
    '✗ Endereço, chave e segredo: O armazenamento recusou a assinatura. Confira FILES_SECRET.',
  ],
  ['FILES_KEY', 'AKOUTRA', '✗ Endereço, chave e segredo: O armazenamento não conhece a chave. Confira FILES_KEY.'],
  ['region', 'us-east-1', '✗ Endereço, chave e segredo: O armazenamento espera outra region em FILES_URL.'],
  ['bucket', 'outra-loja', '✗ Endereço, chave e segredo: Não há um balde outra-loja em 127.0.0.1:'],
])('a wrong %s is named, and nothing else is tried', async (name, value, sentence) => {
  const { FILES_URL = '', ...rest } = bucket.settings;
  const address = name === 'region' ? FILES_URL.replace(/region=.*/, `region=${value}`) : FILES_URL;
  const settings = { ...rest, FILES_URL: name === 'bucket' ? address.replace('loja-teste', value) : address };
  const { code, output } = await check(name.startsWith('FILES_') ? { ...settings, [name]: value } : settings);
  expect(code).toBe(1);
  expect(output.startsWith(sentence)).toBe(true);
  expect(output.trim().split('\n')).toHaveLength(1);
});

test('a clock that differs is named, by a little and by too much', async () => {
  bucket.habits.clockOffsetMs = 5 * MINUTE_MS;
  const little = await check(bucket.settings);
  expect(little.code).toBe(1);
  expect(little.output).toContain('✗ Relógio: O relógio deste servidor difere 5 min do relógio do armazenamento.');
  bucket.habits.clockOffsetMs = HOUR_MS;
  const much = await check(bucket.settings);
  expect(much.output).toContain(
    '✗ Endereço, chave e segredo: O relógio deste servidor está errado em mais de 15 minutos.',
  );
});

test('a bucket that everybody may read is named', async () => {
  bucket.habits.isPublic = true;
  const { code, output } = await check(bucket.settings);
  expect(code).toBe(1);
  expect(output).toContain('✗ Acesso de estranhos: Qualquer pessoa lê os arquivos do balde, também os vendidos.');
});

test.each<[act: BucketAct, subject: string]>([
  ['put', 'Gravar'],
  ['create', 'Arquivos grandes'],
  ['abort', 'Arquivos grandes'],
  ['delete', 'Apagar'],
])('a key that may not %s is reported at «%s»', async (act, subject) => {
  const fault: BucketFault = { kind: 'error', status: 403, code: 'AccessDenied' };
  bucket.always(act, fault);
  const { code, output } = await check(bucket.settings);
  expect(code).toBe(1);
  expect(output).toContain(`✗ ${subject}: A chave não tem permissão para isto.`);
  expect(output.match(/✗/g)).toHaveLength(1);
});

test('a store that does not answer is reported', async () => {
  await bucket.close();
  const { code, output } = await check(bucket.settings);
  expect(code).toBe(1);
  expect(output).toMatch(/^✗ Endereço, chave e segredo: 127\.0\.0\.1:\d+ não respondeu como devia \(ECONNREFUSED\)\./);
  bucket = await openBucketServer();
});

/** Nothing that it prints holds the secret. */
async function check(settings: Record<string, string>): Promise<Ending> {
  const said: string[] = [];
  const places = { DATABASE_URL: `file:${join(elsewhere, 'none.sqlite')}`, ...settings };
  const isRight = await (async () => checkFiles(readSettings(places), { isWithContent: false, print }))().catch(
    (error: unknown) => {
      print(sentenceOf(error));
      return false;
    },
  );
  return ended(isRight ? 0 : 1, said.join(''));

  function print(sentence: string): void {
    said.push(`${sentence}\n`);
  }
}

async function runProcess(settings: Record<string, string>): Promise<Ending> {
  const env = { PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, [COMMAND], { cwd: elsewhere, env });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return ended(code, output);
}

type Ending = { code: number | null; output: string };

function ended(code: number | null, output: string): Ending {
  const { FILES_SECRET } = bucket.settings;
  if (FILES_SECRET && output.includes(FILES_SECRET)) throw new Error('The command printed the secret.');
  return { code, output };
}
