import { describe, expect, test } from 'vitest';
import { openApiPix } from '#src/gateways/pix/api-pix/api-pix.ts';
import { openMercadoPago } from '#src/gateways/pix/mercado-pago/mercado-pago.ts';
import { openSandboxBank, type SandboxCharge } from '#src/gateways/pix/sandbox.ts';

const clock = { now: () => new Date() };
const shared = { clock, receiverName: 'Loja', siteUrl: 'https://loja.test' };
const TOKEN = 'APP_USR-4863578097401450-112101-0123456789abcdef0123456789abcdef-2025701502';

function mercadoPago(accessToken: string, changes: { userId?: string; webhookSecret?: string } = {}) {
  return openMercadoPago({ ...shared, accessToken, apiUrl: 'https://api.mercadopago.com', ...changes });
}

type PixChanges = Partial<Parameters<typeof openApiPix>[0]>;

function apiPix(changes: PixChanges = {}) {
  const credentials = { clientId: 'loja', clientSecret: 'segredo', pixKey: 'loja@exemplo.com.br', certificates: {} };
  return openApiPix({ ...shared, ...credentials, bank: 'efi', bankName: 'Efí', ...changes });
}

describe('an account of Mercado Pago', () => {
  const account = mercadoPago(TOKEN).accountId;

  test('stays the same with a new token and a new secret', () => {
    const renewed = 'APP_USR-999-120101-fedcba9876543210fedcba9876543210-2025701502';
    expect(mercadoPago(renewed, { webhookSecret: 'novo' }).accountId).toBe(account);
    expect(mercadoPago('APP_USR-sem-numero', { userId: '2025701502' }).accountId).toBe(account);
  });

  test('is another one for another user, and on the test side', () => {
    expect(mercadoPago(TOKEN.replace(/2$/, '3')).accountId).not.toBe(account);
    expect(mercadoPago(TOKEN.replace('APP_USR', 'TEST')).accountId).not.toBe(account);
  });

  test('refuses a number that is not the token’s', () => {
    expect(() => mercadoPago(TOKEN, { userId: '1' })).toThrow(
      'MERCADOPAGO_USER_ID não é a conta do MERCADOPAGO_ACCESS_TOKEN: confira os dois.',
    );
  });

  test('is called by its number, and never by its token', () => {
    expect(mercadoPago(TOKEN).accountName).toBe('Mercado Pago, conta 2025701502');
    expect(account).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('an account behind the API Pix', () => {
  const account = apiPix().accountId;

  test.each<[string, PixChanges]>([
    ['a new application', { clientId: 'outra', clientSecret: 'novo' }],
    ['a new path of the deliveries', { webhookSecret: 'caminho-novo' }],
    ['the address of the bank written out', { bank: 'outro', apiUrl: 'https://pix.api.efipay.com.br/v2' }],
    ['the key in capitals', { pixKey: 'LOJA@exemplo.com.br' }],
  ])('stays the same with %s', (_name, changes) => {
    expect(apiPix(changes).accountId).toBe(account);
  });

  test.each<[string, PixChanges]>([
    ['another bank, where the key was moved to', { bank: 'bb' }],
    ['another key', { pixKey: 'outra@exemplo.com.br' }],
    ['the test side of the bank', { apiUrl: 'https://pix-h.api.efipay.com.br/v2' }],
  ])('is another one with %s', (_name, changes) => {
    expect(apiPix(changes).accountId).not.toBe(account);
  });

  test('is called by the bank and the end of its key', () => {
    expect(apiPix().accountName).toBe('Efí, chave …m.br');
  });
});

test('the sandbox is one account wherever it is opened', () => {
  const charges = {
    find: async () => undefined,
    take: async (charge: SandboxCharge) => charge,
    move: async () => {},
    listPaid: async () => [],
  };
  const open = (receiverName: string) => openSandboxBank({ charges, clock, receiverName }).accountId;
  expect(open('Loja')).toBe(open('Outra'));
});
