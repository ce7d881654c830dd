import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { freePort, startStore } from '../support/store.ts';

const HTTPS = 'https://loja.exemplo.com.br';

describe('a setting that is wrong is named in one Portuguese sentence', () => {
  test.each([
    ['PORT', '0', 'PORT deve ser um número inteiro de 1 a 65535.'],
    ['PORT', '65536', 'PORT deve ser um número inteiro de 1 a 65535.'],
    ['PORT', 'oitenta', 'PORT deve ser um número inteiro de 1 a 65535.'],
    ['PORT', '43.21', 'PORT deve ser um número inteiro de 1 a 65535.'],
    ['PORT', '-1', 'PORT deve ser um número inteiro de 1 a 65535.'],
    ['SITE_URL', 'loja.exemplo.com.br', siteUrlSentence()],
    ['SITE_URL', 'ftp://loja.exemplo.com.br', siteUrlSentence()],
    ['SITE_URL', `${HTTPS}/loja`, siteUrlSentence()],
    ['SITE_URL', `${HTTPS}/?loja=1`, siteUrlSentence()],
    ['SITE_URL', 'https://dona@loja.exemplo.com.br', siteUrlSentence()],
    ['SITE_URL', 'https://:senha@loja.exemplo.com.br', siteUrlSentence()],
    ['DATABASE_URL', 'postgres://localhost/loja', databaseSentence()],
    ['DATABASE_URL', 'file:', databaseSentence()],
    ['DEMO_DATA', 'sim', 'DEMO_DATA deve ser true ou false.'],
    ['ADMIN_EMAIL', 'dona', 'ADMIN_EMAIL deve ser um endereço de e-mail.'],
    ['ADMIN_PASSWORD', '12345', 'ADMIN_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_PASSWORD', 'x'.repeat(201), 'ADMIN_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_GATE_PASSWORD', '12345', 'ADMIN_GATE_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_GATES', 'on', 'ADMIN_GATES deve ser enforce ou screen.'],
    ['STORE_NAME', 'x'.repeat(61), 'STORE_NAME deve ter até 60 caracteres.'],
    ['COMMUNITY_URL', 'http://discord.com/', 'COMMUNITY_URL deve ser um endereço https.'],
    ['COMMUNITY_URL', 'javascript:alert(1)', 'COMMUNITY_URL deve ser um endereço https.'],
    ['PARTNERS', 'Ana', 'PARTNERS deve ter dois nomes separados por vírgula.'],
    ['PARTNERS', 'Ana,', 'PARTNERS deve ter dois nomes separados por vírgula.'],
    ['PARTNERS', 'Ana,Bia,Caio', 'PARTNERS deve ter dois nomes separados por vírgula.'],
    ['SELLER_EMAIL', 'contato', 'SELLER_EMAIL deve ser um endereço de e-mail.'],
    ['PAYMENT_PROVIDER', 'paypal', 'PAYMENT_PROVIDER deve ser sandbox, mercadopago ou pix.'],
    ['ALLOW_SANDBOX', '1', 'ALLOW_SANDBOX deve ser true ou false.'],
    ['MERCADOPAGO_ACCESS_TOKEN', 'APP_USR 1', 'MERCADOPAGO_ACCESS_TOKEN não pode ter espaços nem quebras de linha.'],
    ['MERCADOPAGO_WEBHOOK_SECRET', 'a\nb', 'MERCADOPAGO_WEBHOOK_SECRET não pode ter espaços nem quebras de linha.'],
    ['MERCADOPAGO_API_URL', 'http://banco.test', 'MERCADOPAGO_API_URL deve ser um endereço https.'],
    ['PIX_BANK', 'nubank', 'PIX_BANK deve ser efi, bb, itau, sicredi, inter, bradesco ou outro.'],
    ['PIX_API_URL', 'banco.test/v2', 'PIX_API_URL deve ser um endereço https.'],
    ['PIX_OAUTH_URL', 'https://:senha@banco.test/token', 'PIX_OAUTH_URL deve ser um endereço https.'],
    ['PIX_CLIENT_ID', 'um dois', 'PIX_CLIENT_ID não pode ter espaços nem quebras de linha.'],
    ['PIX_CLIENT_SECRET', 'é', 'PIX_CLIENT_SECRET não pode ter espaços nem quebras de linha.'],
    ['PIX_KEY', 'x'.repeat(78), 'PIX_KEY deve ter até 77 caracteres.'],
    ['PIX_WEBHOOK_SECRET', '1234567', 'PIX_WEBHOOK_SECRET deve ter de 8 a 128 letras, números, - ou _.'],
    ['PIX_WEBHOOK_SECRET', 'com/barra', 'PIX_WEBHOOK_SECRET deve ter de 8 a 128 letras, números, - ou _.'],
    ['SMTP_URL', 'http://mail', 'SMTP_URL deve começar com smtp:// ou smtps://.'],
    ['SMTP_URL', 'smtp://mail:99999', 'SMTP_URL não é um endereço válido.'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY deve ser false ou o número de proxies, até 10.'],
    ['TRUST_PROXY', '11', 'TRUST_PROXY deve ser false ou o número de proxies, até 10.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL deve ser um nível do pino, como info ou warn.'],
  ])('%s=%s', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      expect.objectContaining({ kind: 'settings', message: sentence }),
    );
  });

  test('two wrong settings are both named', () => {
    expect(() => readSettings({ PORT: 'x', DEMO_DATA: 'x' })).toThrow(/^PORT deve.+\. DEMO_DATA deve.+\.$/);
  });
});

describe('settings that are not set', () => {
  test('have the defaults of the contract, and blank ones count as not set', () => {
    const settings = readSettings({ PORT: '', STORE_NAME: '  ', UNKNOWN: 'ignored' });
    expect(settings).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4321,
      siteUrl: 'http://127.0.0.1:4321',
      isSiteUrlFixed: false,
      isHttps: false,
      DATABASE_URL: 'file:db/store.sqlite',
      UPLOADS_DIR: 'uploads',
      ADMIN_EMAIL: 'admin@loja.local',
      ADMIN_GATES: 'screen',
      STORE_NAME: 'Corte Final',
      PARTNERS: ['Sócio A', 'Sócio B'],
      PAYMENT_PROVIDER: 'sandbox',
      ALLOW_SANDBOX: false,
      MERCADOPAGO_API_URL: 'https://api.mercadopago.com',
      PIX_BANK: 'outro',
      MAIL_FROM: 'loja@localhost',
      MAIL_DIR: 'db/outbox',
      TRUST_PROXY: 0,
      LOG_LEVEL: 'info',
    });
    for (const name of ['DEMO_DATA', 'ADMIN_PASSWORD', 'ADMIN_GATE_PASSWORD', 'SMTP_URL', 'SITE_URL']) {
      expect(settings, name).not.toHaveProperty(name, expect.anything());
    }
  });

  test('an IPv6 host stands in brackets in the address', () => {
    expect(readSettings({ HOST: '::1', PORT: '80' }).siteUrl).toBe('http://[::1]:80');
  });
});

describe('settings that are right', () => {
  test('are tidied: the public address loses its slash, names their blanks, an e-mail its capitals', () => {
    const settings = readSettings({
      SITE_URL: 'http://LOJA.test:8080/',
      PARTNERS: ' Ana , Bia ',
      ADMIN_EMAIL: 'Dona@Loja.test',
      TRUST_PROXY: 'false',
      DEMO_DATA: 'false',
    });
    expect(settings).toMatchObject({
      siteUrl: 'http://loja.test:8080',
      isSiteUrlFixed: true,
      PARTNERS: ['Ana', 'Bia'],
      ADMIN_EMAIL: 'dona@loja.test',
      TRUST_PROXY: 0,
      DEMO_DATA: false,
    });
  });

  test('the sandbox bank opens in public only where it is allowed by name', () => {
    expect(() => readSettings({ SITE_URL: HTTPS })).toThrow(/^PAYMENT_PROVIDER=sandbox não cobra ninguém/);
    expect(() => readSettings({ SITE_URL: HTTPS, ALLOW_SANDBOX: 'false' })).toThrow(/ALLOW_SANDBOX=true/);
    expect(readSettings({ SITE_URL: HTTPS, ALLOW_SANDBOX: 'true' })).toMatchObject({ siteUrl: HTTPS, isHttps: true });
  });
});

test.each([
  ['mercadopago', 'MERCADOPAGO_ACCESS_TOKEN'],
  ['pix', 'PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_KEY'],
])('the bank %s does not open without %s', (provider, missing) => {
  expect(() => readSettings({ PAYMENT_PROVIDER: provider })).toThrow(
    expect.objectContaining({ message: `PAYMENT_PROVIDER=${provider} precisa também de ${missing}.` }),
  );
});

describe('the process', () => {
  test.each([
    ['a wrong value', { PORT: 'oitenta' }, /^PORT deve ser um número inteiro de 1 a 65535\.\n$/],
    ['a sender that is no address', { MAIL_FROM: 'loja' }, /^MAIL_FROM deve ser um endereço de e-mail.*\.\n$/],
    [
      'a host that is not this machine',
      { HOST: '192.0.2.1' },
      /^HOST, PORT: a loja não consegue atender em 192\.0\.2\.1, porta \d+ \(EADDRNOTAVAIL\)\.\n$/,
    ],
    [
      'a database below a file',
      { DATABASE_URL: 'file:notes.txt/store.sqlite' },
      /^DATABASE_URL: não foi possível abrir o banco de dados \(E\w+\)\.\n$/,
    ],
    [
      'a database that is something else',
      { DATABASE_URL: 'file:notes.txt' },
      /^DATABASE_URL: não foi possível abrir o banco de dados \(SQLITE_NOTADB\)\.\n$/,
    ],
  ])('does not start with %s: one sentence, exit code 1, no stack', async (_case, wrong, sentence) => {
    const notes = 'Not a database, but long enough to be read as one.\n'.repeat(40);
    const ending = await runInFolder({ 'notes.txt': notes }, wrong);
    expect(ending.code).toBe(1);
    expect(ending.stderr).toMatch(sentence);
  });

  test('does not start on a port that is taken', async () => {
    const store = await startStore();
    try {
      const port = new URL(store.url).port;
      const ending = await runInFolder({}, { PORT: port });
      expect(ending).toEqual({ code: 1, stderr: `A porta ${port} já está em uso. Escolha outra com PORT.\n` });
    } finally {
      await store.stop();
    }
  });

  test('reads .env in its working folder, and the environment wins', async () => {
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
  const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
  const { PATH = '' } = process.env;
  const defaults = files['.env'] ? {} : { PORT: String(await freePort()) };
  const env = { PATH, DATABASE_URL: 'file:store.sqlite', DEMO_DATA: 'false', ...defaults, ...settings };
  const child = spawn(process.execPath, [main], { cwd: folder, env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(giveUp);
  await rm(folder, { recursive: true, force: true });
  return { code, stderr };
}

function siteUrlSentence(): string {
  return 'SITE_URL deve ser um endereço http ou https sem caminho, como https://loja.exemplo.com.br.';
}

function databaseSentence(): string {
  return 'DATABASE_URL deve começar com file:, como file:db/store.sqlite. Outros bancos ainda não são aceitos.';
}
