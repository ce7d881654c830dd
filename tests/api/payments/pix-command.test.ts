import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { saveSettings } from '#src/domain/upkeep/settings.ts';
import { obeyPix, problemOfPix } from '#src/server/commands/pix-command.ts';
import { PIX_KEY, WEBHOOK_SECRET } from '../../support/banks/api-pix.ts';
import { type FakeApiPix, startFakeApiPix } from '../../support/banks/fake-api-pix.ts';
import { type FakeMercadoPago, openFakeMercadoPago } from '../../support/banks/fake-mercado-pago.ts';
import { openTestShop } from '../../support/store/shop.ts';

const CLIENT_SECRET = 'nunca-se-mostra-84c1';
const SITE = { SITE_URL: 'https://loja.test' };
const SECRETS = ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET', 'PIX_CLIENT_SECRET', 'PIX_WEBHOOK_SECRET'];
let elsewhere: string;

beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'pix-command-'));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

test('the sandbox needs no check and says that payments are not real', async () => {
  for (const command of ['check', 'webhook']) {
    const { code, output } = await run([command], { PAYMENT_PROVIDER: 'sandbox' });
    expect(code).toBe(0);
    expect(output).toContain('Nenhum pagamento é real.');
  }
});

test('incomplete settings are reported', async () => {
  const { code, output } = await run(['check'], { PAYMENT_PROVIDER: 'mercadopago' });
  expect(code).toBe(1);
  expect(output.trim()).toBe('PAYMENT_PROVIDER=mercadopago precisa também de MERCADOPAGO_ACCESS_TOKEN.');
});

describe('the check of Mercado Pago', () => {
  test('passes', async () => {
    const bank = await openMercadoPago();
    const { code, output } = await run(['check'], settingsAt(bank));
    expect(output).toContain('✓ Acesso à API:');
    expect(output).toContain('✓ Chave Pix:');
    expect(output).toContain('✓ Avisos de pagamento:');
    expect(output).toContain('https://loja.test/api/webhooks/mercadopago');
    expect(output).toContain('✓ Relógio:');
    expect(output).not.toContain('✗');
    expect(code).toBe(0);
    expectNoSecret(output, settingsAt(bank));
  });

  test('reports a token that the bank rejects, without printing it', async () => {
    const bank = await openMercadoPago();
    const settings = { ...settingsAt(bank), MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-de-outra-conta' };
    const { code, output } = await run(['check', '--charge'], settings);
    expect(code).toBe(1);
    expect(output).toContain('✗ Acesso à API: O Mercado Pago recusou o token de acesso.');
    expect(output).not.toContain('Cobrança de teste');
    expect(bank.orders()).toHaveLength(0);
    expectNoSecret(output, settings);
  });

  test('reports an unreachable bank and a wrong clock', async () => {
    const bank = await openMercadoPago();
    bank.habits.clockOffsetMs = 10 * 60_000;
    const wrong = await obey(['check'], settingsAt(bank));
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('✗ Relógio: O relógio deste servidor difere');
    await bank.close();
    const away = await obey(['check'], settingsAt(bank));
    expect(away.code).toBe(1);
    expect(away.output).toContain('✗ Acesso à API: O Mercado Pago não respondeu como devia');
    expectNoSecret(away.output, settingsAt(bank));
  });

  test('creates a charge and waits until it is paid', async () => {
    const bank = await openMercadoPago();
    const { code, output } = await run(['check', '--charge'], settingsAt(bank), async (printed) => {
      const [order] = bank.orders();
      if (order && printed.includes('Pague com este código')) await bank.pay(order.external_reference);
    });
    expect(code).toBe(0);
    expect(output).toContain('Cobrança de teste de R$ 0,50 criada.');
    expect(output).toContain('Pagamento recebido');
  });

  test('names the payer by what the owner set on the screen, where the environment says nothing', async () => {
    const bank = await openMercadoPago();
    const file = await shopNamed('Estúdio Lume', 'oi@lume.test');
    const stopWhenCreated = async (printed: string) => {
      const order = bank.orders().at(-1);
      if (order && printed.includes('Pague com este código')) await bank.pay(order.external_reference);
    };
    await obey(['check', '--charge'], { ...settingsAt(bank), DATABASE_URL: `file:${file}` }, stopWhenCreated);
    const given = { STORE_NAME: 'Do Servidor', DATABASE_URL: `file:${file}` };
    await obey(['check', '--charge'], { ...settingsAt(bank), ...given }, stopWhenCreated);
    expect(bank.orders().map(({ payer }) => payer)).toEqual([
      expect.objectContaining({ email: 'oi@lume.test', first_name: 'Estúdio', last_name: 'Lume' }),
      expect.objectContaining({ email: 'oi@lume.test', first_name: 'Do', last_name: 'Servidor' }),
    ]);
  });

  test('leaves the webhook address to the bank’s panel', async () => {
    const bank = await openMercadoPago();
    const { code, output } = await obey(['webhook'], settingsAt(bank));
    expect(code).toBe(1);
    expect(output).toContain('no próprio painel');
  });
});

describe('the check of an API Pix', () => {
  test('fails until the webhook address is registered by the other command', async () => {
    const bank = await openApiPix();
    const before = await run(['check'], settingsOf(bank));
    expect(before.code).toBe(1);
    expect(before.output).toContain('✓ Acesso à API:');
    expect(before.output).toContain('✓ Chave Pix:');
    expect(before.output).toContain('✗ Avisos de pagamento: Nenhum endereço registrado');

    const registration = await run(['webhook'], settingsOf(bank));
    expect(registration.code).toBe(0);
    expect(registration.output).toContain('✓ Avisos de pagamento:');
    expect(bank.webhookUrl()).toBe(`https://loja.test/api/webhooks/pix/${WEBHOOK_SECRET}`);

    const after = await run(['check'], settingsOf(bank));
    expect(after.output).toContain('✓ Avisos de pagamento: O banco avisa no endereço desta loja.');
    for (const { output } of [before, registration, after]) expectNoSecret(output, settingsOf(bank));
  });

  test('reports rejected credentials', async () => {
    const bank = await openApiPix();
    const settings = { ...settingsOf(bank), PIX_CLIENT_SECRET: 'segredo-de-outra-conta' };
    for (const command of ['check', 'webhook']) {
      const { code, output } = await obey([command], settings);
      expect(code).toBe(1);
      expect(output).toContain('✗');
      expectNoSecret(output, settings);
    }
    expect((await obey(['check'], settings)).output).toContain('✗ Acesso à API: O banco recusou as credenciais');
  });

  test('reports a Pix key of another account', async () => {
    const bank = await openApiPix();
    bank.fail([{ kind: 'status', status: 403 }], /^GET \/webhook/);
    const { code, output } = await obey(['check'], settingsOf(bank));
    expect(code).toBe(1);
    expect(output).toContain('✗ Chave Pix: O banco não deu acesso à chave');
  });

  test('reports an unreachable bank', async () => {
    const bank = await openApiPix();
    await bank.close();
    const { code, output } = await obey(['check'], settingsOf(bank));
    expect(code).toBe(1);
    expect(output).toContain('✗ Acesso à API: O banco não respondeu');
    expectNoSecret(output, settingsOf(bank));
  });
});

async function openMercadoPago(): Promise<FakeMercadoPago> {
  const bank = await openFakeMercadoPago();
  onTestFinished(() => bank.close().catch(() => undefined));
  return bank;
}

/** The file of a shop whose owner has set these on the screen. */
async function shopNamed(storeName: string, sellerEmail: string): Promise<string> {
  const { shop, file, close } = await openTestShop();
  onTestFinished(close);
  const before = { storeName: shop.settings.storeName, sellerEmail: '' };
  await saveSettings(shop, { id: 'owner' }, 'store', { values: { storeName, sellerEmail }, before });
  return file;
}

async function openApiPix(): Promise<FakeApiPix> {
  const bank = await startFakeApiPix({ pixKey: PIX_KEY, clientSecret: CLIENT_SECRET });
  onTestFinished(() => bank.close().catch(() => undefined));
  return bank;
}

function settingsAt(bank: FakeMercadoPago): Record<string, string> {
  return {
    ...SITE,
    PAYMENT_PROVIDER: 'mercadopago',
    MERCADOPAGO_ACCESS_TOKEN: bank.accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: bank.webhookSecret,
    MERCADOPAGO_API_URL: bank.url,
  };
}

function settingsOf(bank: FakeApiPix): Record<string, string> {
  return {
    ...SITE,
    PAYMENT_PROVIDER: 'pix',
    PIX_API_URL: bank.url,
    PIX_OAUTH_URL: bank.tokenUrl,
    PIX_CLIENT_ID: 'loja',
    PIX_CLIENT_SECRET: CLIENT_SECRET,
    PIX_KEY,
    PIX_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

/** Nobody may read them over the owner's shoulder, or in a log that is passed on. */
function expectNoSecret(output: string, settings: Record<string, string>): void {
  const secrets = SECRETS.flatMap((name) => settings[name] ?? []);
  expect(secrets).not.toHaveLength(0);
  expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
}

/** Runs the command as the owner does; `hear` is told all that it has printed so far, each time that there is more. */
/** The same without a process. */
async function obey(
  words: string[],
  settings: Record<string, string>,
  hear: (printed: string) => Promise<void> = async () => {},
): Promise<{ code: number; output: string }> {
  const said: string[] = [];
  const heard: Promise<void>[] = [];
  const print = (sentence: string) => {
    said.push(`${sentence}\n`);
    heard.push(hear(said.join('')));
  };
  const places = { DATABASE_URL: `file:${join(elsewhere, 'none.sqlite')}`, ...settings };
  const isRight = await obeyPix(words, () => readSettings(places), print).catch((error: unknown) => {
    print(problemOfPix(error));
    return false;
  });
  await Promise.all(heard);
  return { code: isRight ? 0 : 1, output: said.join('') };
}

function run(
  words: string[],
  settings: Record<string, string>,
  hear: (printed: string) => Promise<void> = async () => {},
): Promise<{ code: number | null; output: string }> {
  const command = fileURLToPath(new URL('../../../src/server/commands/pix.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...words], { cwd: elsewhere, env: { PATH, ...settings } });
    let output = '';
    const note = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      hear(output).catch(reject);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
