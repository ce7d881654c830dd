import { describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';

const HTTPS = 'https://loja.exemplo.com.br';

describe('an invalid setting is reported in one Portuguese sentence', () => {
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
    ['DOMAIN', HTTPS, 'DOMAIN deve ser só o nome do domínio, como loja.exemplo.com.br.'],
    ['DOMAIN', '203.0.113.9', 'DOMAIN deve ser só o nome do domínio, como loja.exemplo.com.br.'],
    ['LISTEN_TLS', '443', listenSentence()],
    ['LISTEN_TLS', '443,443', listenSentence()],
    ['LISTEN_TLS', '4321,80', 'LISTEN_TLS deve ter outras portas que PORT.'],
    ['ACME_DIRECTORY', 'http://ca.exemplo', 'ACME_DIRECTORY deve ser o endereço https do diretório ACME.'],
    ['ACME_EAB_KEY_ID', 'conta-7', 'ACME_EAB_KEY_ID precisa também de ACME_EAB_KEY.'],
    ['ACME_EAB_KEY', 'a chave', 'ACME_EAB_KEY deve ser a chave HMAC em base64url, como a autoridade a mostra.'],
    ['ACME_CA_FILE', '/nada', 'ACME_CA_FILE: o arquivo /nada não pode ser lido (ENOENT).'],
    ['DATABASE_URL', 'mysql://localhost/loja', databaseSentence()],
    ['DATABASE_URL', 'postgres://', databaseSentence()],
    ['DATABASE_URL', 'postgres://localhost:porta/loja', 'DATABASE_URL não é um endereço válido.'],
    ['DATABASE_URL', 'postgres://um,/loja', 'DATABASE_URL não é um endereço válido.'],
    ['DATABASE_URL', 'postgres://um,dois/loja?target_session_attrs=any', writesSentence()],
    ['DATABASE_POOL', '1', 'DATABASE_POOL deve ser um número inteiro de 2 a 500.'],
    ['DATABASE_LISTEN_URL', 'file:db/store.sqlite', 'DATABASE_LISTEN_URL deve começar com postgres://.'],
    ['DATABASE_LISTEN_URL', 'postgres://a:b:c', 'DATABASE_LISTEN_URL não é um endereço válido.'],
    ['DATABASE_URL', 'file:', databaseSentence()],
    ['DATABASE_URL', 'postgres://localhost/loja', sharedSecretSentence()],
    ['SHARED_SECRET', 'x'.repeat(31), 'SHARED_SECRET deve ter ao menos 32 letras, como as de openssl rand -hex 32.'],
    ['WORKER', 'on', 'WORKER deve ser auto ou off.'],
    ['WORKER', 'off', workerSentence()],
    ['DRAIN_SECONDS', '61', 'DRAIN_SECONDS deve ser um número inteiro de 0 a 60.'],
    ['DEMO_DATA', 'sim', 'DEMO_DATA deve ser true ou false.'],
    ['ADMIN_EMAIL', 'dona', 'ADMIN_EMAIL deve ser um endereço de e-mail.'],
    ['ADMIN_PASSWORD', '12345', 'ADMIN_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_PASSWORD', 'x'.repeat(201), 'ADMIN_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_GATE_PASSWORD', '12345', 'ADMIN_GATE_PASSWORD deve ter de 6 a 200 caracteres.'],
    ['ADMIN_GATES', 'on', 'ADMIN_GATES deve ser enforce ou screen.'],
    ['PAYMENT_MINUTES', '29', 'PAYMENT_MINUTES deve ser um número inteiro de 30 a 1440.'],
    ['PAYMENT_MINUTES', '1441', 'PAYMENT_MINUTES deve ser um número inteiro de 30 a 1440.'],
    ['MAIL_PER_MINUTE', '0', 'MAIL_PER_MINUTE deve ser um número inteiro de 1 a 600.'],
    ['MAIL_PER_MINUTE', '601', 'MAIL_PER_MINUTE deve ser um número inteiro de 1 a 600.'],
    ['WITHDRAWAL', 'never', 'WITHDRAWAL deve ser automatic ou review.'],
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
    ['NOTICE_SMTP_URL', 'mail:25', 'NOTICE_SMTP_URL deve começar com smtp:// ou smtps://.'],
    ['MAIL_PER_DAY', '-1', 'MAIL_PER_DAY deve ser um número inteiro de 0 a 1000000.'],
    ['FILES_URL', 'loja/arquivos', filesSentence()],
    ['FILES_URL', 'https://s3.test/loja', filesSentence()],
    ['FILES_URL', 's3://loja', filesSentence()],
    ['FILES_URL', 's3://loja?endpoint=https://s3.test', filesSentence()],
    ['FILES_URL', 's3://loja?region=auto', filesSentence()],
    ['FILES_URL', 's3://Loja?endpoint=https://s3.test&region=auto', filesSentence()],
    ['FILES_URL', 's3://loja/../x?endpoint=s3.test&region=auto', filesSentence()],
    ['FILES_URL', 's3://loja/.oculta?endpoint=https://s3.test&region=auto', filesSentence()],
    ['FILES_URL', 's3://chave:segredo@loja?endpoint=https://s3.test&region=auto', filesSentence()],
    ['FILES_URL', 's3://loja?endpoint=https://s3.test&region=auto&style=host', filesSentence()],
    ['FILES_URL', 's3://loja?endpoint=http://10.0.0.5:9000&region=auto', unsafeFilesSentence()],
    ['FILES_URL', 's3://loja?endpoint=http://localhost.exemplo.com&region=auto', unsafeFilesSentence()],
    ['FILES_KEY', 'um dois', 'FILES_KEY não pode ter espaços nem quebras de linha.'],
    ['FILES_SECRET', 'um dois', 'FILES_SECRET não pode ter espaços nem quebras de linha.'],
    ['FILES_DELIVERY', 'link', 'FILES_DELIVERY deve ser proxy ou redirect.'],
    ['FILE_LIMIT_GB', '0', 'FILE_LIMIT_GB deve ser um número inteiro de 1 a 50.'],
    ['FILE_LIMIT_GB', '51', 'FILE_LIMIT_GB deve ser um número inteiro de 1 a 50.'],
    ['FILES_DIR', 'uploads/vendidos', FILES_APART],
    ['FILES_DIR', './uploads/', FILES_APART],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY deve ser false ou o número de proxies, até 10.'],
    ['TRUST_PROXY', '11', 'TRUST_PROXY deve ser false ou o número de proxies, até 10.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL deve ser um nível do pino, como info ou warn.'],
  ])('%s=%s', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      expect.objectContaining({ kind: 'settings', message: sentence }),
    );
  });

  test('two invalid settings are both reported', () => {
    expect(() => readSettings({ PORT: 'x', DEMO_DATA: 'x' })).toThrow(/^PORT deve.+\. DEMO_DATA deve.+\.$/);
  });
});

describe('missing settings', () => {
  test('have the documented defaults, and blank ones count as missing', () => {
    const settings = readSettings({ PORT: '', STORE_NAME: '  ', UNKNOWN: 'ignored' });
    expect(settings).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4321,
      siteUrl: 'http://127.0.0.1:4321',
      isSiteUrlFixed: false,
      isHttps: false,
      DATABASE_URL: 'file:db/store.sqlite',
      DATABASE_POOL: 10,
      SHARED_SECRET: '',
      WORKER: 'auto',
      drainMs: 0,
      UPLOADS_DIR: 'uploads',
      FILES_DIR: 'files',
      FILE_LIMIT_GB: 4,
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

  test('a shop listens for https by itself, unless a proxy does, and orders at Let’s Encrypt', () => {
    const tlsOf = (environment: Record<string, string>) => readSettings(environment).tls;
    expect(tlsOf({})).toMatchObject({ host: undefined, httpsPort: 443, httpPort: 80, extraCa: null });
    expect(tlsOf({})?.staging).toContain('acme-staging');
    expect(tlsOf({ HOST: '192.0.2.4' })?.host).toBe('192.0.2.4');
    expect(tlsOf({ LISTEN_TLS: '[2001:db8::1]:8443,8080' })).toMatchObject({
      host: '2001:db8::1',
      httpsPort: 8443,
      httpPort: 8080,
    });
    expect(tlsOf({ ACME_DIRECTORY: 'https://ca.exemplo/dir' })?.staging).toBe(null);
    const ACME_EAB_KEY = `${'chave-hmac'.repeat(4)}==`;
    const binding = { kid: 'conta-7', hmacKey: 'chave-hmac'.repeat(4) };
    expect(tlsOf({ ACME_EAB_KEY_ID: 'conta-7', ACME_EAB_KEY })).toMatchObject({ binding });
    expect([tlsOf({ TRUST_PROXY: '1' }), tlsOf({ LISTEN_TLS: 'off' }), tlsOf({ PORT: '80' })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('DOMAIN is the public address, and SITE_URL may say no other', () => {
    const domain = { DOMAIN: 'Loja.exemplo.com.br', ALLOW_SANDBOX: 'true' };
    expect(readSettings(domain)).toMatchObject({ siteUrl: HTTPS, isSiteUrlFixed: true, isHttps: true, isOwnTls: true });
    expect(readSettings({ ...domain, TRUST_PROXY: '1' })).toMatchObject({ siteUrl: HTTPS, isOwnTls: false });
    expect(() => readSettings({ ...domain, SITE_URL: 'https://outra.exemplo.com.br' })).toThrow(/endereços diferentes/);
  });

  test('an IPv6 host is bracketed in the URL', () => {
    expect(readSettings({ HOST: '::1', PORT: '80' }).siteUrl).toBe('http://[::1]:80');
  });
});

describe('valid settings', () => {
  test('are normalized: trailing slash, surrounding blanks, e-mail case', () => {
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

  test('a PostgreSQL is opened with a shared secret, also by a process that only serves, and a stop is announced', () => {
    const shared = { DATABASE_URL: 'postgres://loja@banco.test/loja', SHARED_SECRET: 'x'.repeat(32) };
    expect(readSettings(shared)).toMatchObject({ ...shared, WORKER: 'auto', drainMs: 3_000 });
    expect(readSettings({ ...shared, WORKER: 'off', DRAIN_SECONDS: '0' })).toMatchObject({ WORKER: 'off', drainMs: 0 });
  });

  test('the sandbox bank opens on a public address only when it is allowed explicitly', () => {
    const sandbox = { SITE_URL: HTTPS, PAYMENT_PROVIDER: 'sandbox' };
    expect(() => readSettings(sandbox)).toThrow(/^PAYMENT_PROVIDER=sandbox não cobra ninguém/);
    expect(() => readSettings({ ...sandbox, ALLOW_SANDBOX: 'false' })).toThrow(/ALLOW_SANDBOX=true/);
    // Where the server says no bank, the database is asked for the one that was chosen on the screen.
    expect(readSettings({ SITE_URL: HTTPS })).toMatchObject({ isBankGiven: false });
    expect(readSettings({ SITE_URL: HTTPS, ALLOW_SANDBOX: 'true' })).toMatchObject({ siteUrl: HTTPS, isHttps: true });
  });
});

test.each([
  ['mercadopago', 'MERCADOPAGO_ACCESS_TOKEN'],
  ['pix', 'PIX_KEY, PIX_CLIENT_ID, PIX_CLIENT_SECRET'],
])('the bank %s does not open without %s', (provider, missing) => {
  expect(() => readSettings({ PAYMENT_PROVIDER: provider })).toThrow(
    expect.objectContaining({ message: `PAYMENT_PROVIDER=${provider} precisa também de ${missing}.` }),
  );
});

describe('the bucket for files', () => {
  const url = 's3://loja/arquivos/2026/?endpoint=https://s3.exemplo.com/&region=sa-east-1';
  const keys = { FILES_KEY: 'AK', FILES_SECRET: 'segredo' };

  test('is read from its address, its key and its secret', () => {
    expect(readSettings({}).bucket).toBeNull();
    expect(readSettings({ FILES_URL: url, ...keys }).bucket).toEqual({
      endpoint: 'https://s3.exemplo.com',
      region: 'sa-east-1',
      bucket: 'loja',
      prefix: 'arquivos/2026/',
      key: 'AK',
      secret: 'segredo',
      isLinked: false,
    });
    const nearby = 's3://loja?endpoint=http://[::1]:9000&region=auto';
    const linked = readSettings({ FILES_URL: nearby, ...keys, FILES_DELIVERY: 'redirect' }).bucket;
    expect(linked).toMatchObject({ endpoint: 'http://[::1]:9000', prefix: '', isLinked: true });
  });

  test.each([
    [{ FILES_URL: url }, 'FILES_URL precisa também de FILES_KEY, FILES_SECRET.'],
    [{ FILES_URL: url, FILES_KEY: 'AK' }, 'FILES_URL precisa também de FILES_SECRET.'],
    [keys, 'FILES_URL falta: FILES_KEY, FILES_SECRET só vale com ela.'],
    [{ FILES_DELIVERY: 'redirect' }, 'FILES_URL falta: FILES_DELIVERY=redirect só vale com ela.'],
  ])('does not open with %o alone', (settings, sentence) => {
    expect(() => readSettings(settings)).toThrow(expect.objectContaining({ kind: 'settings', message: sentence }));
  });
});

const FILES_APART =
  'FILES_DIR não pode ficar dentro de UPLOADS_DIR, porque o que está lá tem endereço público. Use outra pasta.';

function filesSentence(): string {
  return 'FILES_URL deve ter balde, endpoint e region, como s3://balde/pasta?endpoint=https://s3.exemplo.com&region=sa-east-1.';
}

function unsafeFilesSentence(): string {
  return 'FILES_URL: o endpoint deve ser https, para que ninguém leia nem troque os arquivos no caminho. Só em 127.0.0.1, localhost ou [::1] ele pode ser http.';
}

function listenSentence(): string {
  return 'LISTEN_TLS deve ser off, ou as portas de https e de http, como 443,80 ou 203.0.113.9:443,80.';
}

function siteUrlSentence(): string {
  return 'SITE_URL deve ser um endereço http ou https sem caminho, como https://loja.exemplo.com.br.';
}

function sharedSecretSentence(): string {
  return 'DATABASE_URL=postgres:// precisa também de SHARED_SECRET, com ao menos 32 letras e igual em todos os processos. Sorteie um com openssl rand -hex 32.';
}

function workerSentence(): string {
  return 'WORKER=off só vale com DATABASE_URL=postgres://: com um banco em arquivo um único processo faz tudo.';
}

function databaseSentence(): string {
  return 'DATABASE_URL deve começar com file:, como file:db/store.sqlite, ou com postgres://.';
}

function writesSentence(): string {
  return 'DATABASE_URL: target_session_attrs só pode ser read-write, porque a loja grava.';
}
