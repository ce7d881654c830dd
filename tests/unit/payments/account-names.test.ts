import { describe, expect, test } from 'vitest';
import { openApiPix } from '#src/gateways/pix/api-pix/api-pix.ts';
import { openMercadoPago } from '#src/gateways/pix/mercado-pago/mercado-pago.ts';
import { openSandboxBank, type SandboxCharge } from '#src/gateways/pix/sandbox.ts';

const clock = { now: () => new Date() };
const shared = { clock, receiverName: () => 'Loja', siteUrl: 'https://loja.test' };
const TOKEN = 'APP_USR-4863578097401450-112101-0123456789abcdef0123456789abcdef-2025701502';

function mercadoPago(accessToken: string, changes: { userId?: string; webhookSecret?: string } = {}) {
  return openMercadoPago({ ...shared, accessToken, apiUrl: 'https://api.mercadopago.com', ...changes });
}

type PixChanges = Partial<Parameters<typeof openApiPix>[0]>;

function apiPix(changes: PixChanges = {}) {
  const credentials = { clientId: 'loja', clientSecret: 'segredo', pixKey: 'loja@exemplo.com.br', certificates: {} };
  return openApiPix({ ...shared, ...credentials, bank: 'efi', bankName: 'Efí', ...changes });
}

describe('a Mercado Pago account', () => {
  const account = mercadoPago(TOKEN).accountId;

  test('keeps its name with a new token and a new secret', () => {
    const renewed = 'APP_USR-999-120101-fedcba9876543210fedcba9876543210-2025701502';
    expect(mercadoPago(renewed, { webhookSecret: 'novo' }).accountId).toBe(account);
    expect(mercadoPago('APP_USR-sem-numero', { userId: '2025701502' }).accountId).toBe(account);
  });

  test('gets another name for another user and in test mode', () => {
    expect(mercadoPago(TOKEN.replace(/2$/, '3')).accountId).not.toBe(account);
    expect(mercadoPago(TOKEN.replace('APP_USR', 'TEST')).accountId).not.toBe(account);
  });

  test('rejects a user id that does not belong to the token', () => {
    expect(() => mercadoPago(TOKEN, { userId: '1' })).toThrow(
      'MERCADOPAGO_USER_ID não é a conta do MERCADOPAGO_ACCESS_TOKEN: confira os dois.',
    );
  });

  test('is labeled by its user id, never by its token', () => {
    expect(mercadoPago(TOKEN).accountName).toBe('Mercado Pago, conta 2025701502');
    expect(account).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('an API Pix account', () => {
  const account = apiPix().accountId;

  test.each<[string, PixChanges]>([
    ['a new application', { clientId: 'outra', clientSecret: 'novo' }],
    ['a new webhook path', { webhookSecret: 'caminho-novo' }],
    ['the bank URL written out', { bank: 'outro', apiUrl: 'https://pix.api.efipay.com.br/v2' }],
    ['the Pix key in capitals', { pixKey: 'LOJA@exemplo.com.br' }],
  ])('keeps its name with %s', (_name, changes) => {
    expect(apiPix(changes).accountId).toBe(account);
  });

  test.each<[string, PixChanges]>([
    ['the key moved to another bank', { bank: 'bb' }],
    ['another key', { pixKey: 'outra@exemplo.com.br' }],
    ['the test environment of the bank', { apiUrl: 'https://pix-h.api.efipay.com.br/v2' }],
  ])('gets another name with %s', (_name, changes) => {
    expect(apiPix(changes).accountId).not.toBe(account);
  });

  test('is labeled with the bank and the end of its key', () => {
    expect(apiPix().accountName).toBe('Efí, chave …m.br');
  });
});

test('the sandbox account has the same name in every store', () => {
  const charges = {
    find: async () => undefined,
    take: async (charge: SandboxCharge) => charge,
    move: async () => false,
    listPaid: async () => [],
  };
  const open = (receiverName: string) =>
    openSandboxBank({ charges, clock, receiverName: () => receiverName }).accountId;
  expect(open('Loja')).toBe(open('Outra'));
});
