import { expect, test } from 'vitest';
import { bankLabel, providerLabel } from '#src/wire/payments/pix-providers.ts';

test.each([
  ['the bank of the tests', 'sandbox', 'outro', 'Banco de teste'],
  ['Mercado Pago', 'mercadopago', 'outro', 'Mercado Pago'],
  ['Mercado Pago, whatever stands in PIX_BANK', 'mercadopago', 'efi', 'Mercado Pago'],
  ['a bank that is named behind the API Pix', 'pix', 'efi', 'Efí, pela API Pix'],
  ['a bank that is not', 'pix', 'outro', 'API Pix'],
] as const)('labels the provider %s', (_bank, provider, pixBank, label) => {
  expect(bankLabel(provider, pixBank)).toBe(label);
});

test('labels a removed provider with its stored name', () => {
  expect(providerLabel('mercadopago')).toBe('Mercado Pago');
  expect(providerLabel('former-bank')).toBe('former-bank');
});
