import { randomBytes } from 'node:crypto';
import type { ChargeRequest, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { openApiPix } from '#src/gateways/pix/api-pix/api-pix.ts';
import type { ApiPixOptions } from '#src/gateways/pix/api-pix/context.ts';
import type { FakeApiPix } from './fake-api-pix.ts';

export const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
export const WEBHOOK_SECRET = 'caminho-secreto-do-banco';

export function openConnectionTo(
  bank: Pick<FakeApiPix, 'url' | 'tokenUrl'>,
  changes: Partial<ApiPixOptions> & { url?: string } = {},
): PixProvider {
  const { url = bank.url, ...options } = changes;
  return openApiPix({
    bank: 'outro',
    bankName: 'API Pix',
    apiUrl: url,
    oauthUrl: bank.tokenUrl,
    clientId: 'loja',
    clientSecret: 'segredo',
    pixKey: PIX_KEY,
    certificates: {},
    webhookSecret: WEBHOOK_SECRET,
    clock: { now: () => new Date() },
    receiverName: () => 'Loja de Testes',
    siteUrl: 'https://loja.test',
    ...options,
  });
}

export function chargeRequest(changes: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    reference: randomBytes(16).toString('hex'),
    amountCents: 9_990,
    description: 'Grade Cinema',
    payer: { name: 'Ana Ribeiro', email: 'ana@exemplo.com.br' },
    expiresAt: new Date(Date.now() + 2 * 60 * 60 * 1000),
    ...changes,
  };
}

export function within(ms: number): Date {
  return new Date(Date.now() + ms);
}

export function refundOf(reference: string, providerPaymentId: string | null = null) {
  return {
    reference,
    providerChargeId: reference,
    providerPaymentId,
    amountCents: 9_990,
    refundReference: `r${reference}`,
  };
}
