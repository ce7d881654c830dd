import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../support/store/free-port.ts';
import { startStoreProcess } from '../../support/store/store.ts';

describe('a store', () => {
  test.each([
    ['an invalid value', { PORT: 'oitenta' }, /^PORT deve ser um número inteiro de 1 a 65535\.\n$/],
    ['an invalid sender', { MAIL_FROM: 'loja' }, /^MAIL_FROM deve ser um endereço de e-mail.*\.\n$/],
    [
      'a host of another machine',
      { HOST: '192.0.2.1' },
      /^HOST, PORT: a loja não consegue atender em 192\.0\.2\.1, porta \d+ \(EADDRNOTAVAIL\)\.\n$/,
    ],
    [
      'a database path below a file',
      { DATABASE_URL: 'file:notes.txt/store.sqlite' },
      /^DATABASE_URL: não foi possível abrir o banco de dados \(E\w+\)\.\n$/,
    ],
    [
      'a database that is another file',
      { DATABASE_URL: 'file:notes.txt' },
      /^DATABASE_URL: não foi possível abrir o banco de dados \(SQLITE_NOTADB\)\.\n$/,
    ],
    [
      'a PostgreSQL that is not there',
      { DATABASE_URL: 'postgres://loja:senha@127.0.0.1:1/loja', SHARED_SECRET: 'x'.repeat(32) },
      /^DATABASE_URL: nenhum PostgreSQL atende em 127\.0\.0\.1, porta 1\.\n$/,
    ],
  ])('does not start with %s: one sentence, exit code 1, no stack trace', async (_case, wrong, sentence) => {
    const notes = 'Not a database, but long enough to be read as one.\n'.repeat(40);
    const ending = await runInFolder({ 'notes.txt': notes }, wrong);
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(sentence);
  });

  test('does not start on a taken port', async () => {
    const store = await startStoreProcess({ DEMO_DATA: 'false' });
    try {
      const port = new URL(store.url).port;
      const ending = await runInFolder({}, { PORT: port });
      expect(ending).toEqual({ code: 1, stderr: `A porta ${port} já está em uso. Escolha outra com PORT.\n` });
    } finally {
      await store.stop();
    }
  });

  test('reads .env in its working folder, and the environment takes precedence', async () => {
    const lines = 'PORT=oitenta\nLOG_LEVEL=loud\n';
    expect((await runInFolder({ '.env': lines }, { LOG_LEVEL: 'info' })).stderr).toBe(
      'PORT deve ser um número inteiro de 1 a 65535.\n',
    );
  });
});

type Ending = { code: number | null; stderr: string };

/** Runs a store that is not expected to open, with a folder of its own as the working folder. */
async function runInFolder(files: Record<string, string>, settings: Record<string, string>): Promise<Ending> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const main = fileURLToPath(new URL('../../../src/server/main.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  const defaults = files['.env'] ? {} : { PORT: String(await freePort()) };
  const env = { PATH, DATABASE_URL: 'file:store.sqlite', DEMO_DATA: 'false', ...defaults, ...settings };
  const child = spawn(process.execPath, [main], { cwd: folder, env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 240_000);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(giveUp);
  await rm(folder, { recursive: true, force: true });
  return { code, stderr };
}
