import type { ChargeRequest, PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { MercadoPagoOptions } from '#src/gateways/pix/mercado-pago/context.ts';
import { openMercadoPago } from '#src/gateways/pix/mercado-pago/mercado-pago.ts';
import type { FakeMercadoPago } from './fake-mercado-pago.ts';

export function openShopSide(fake: FakeMercadoPago, options: Partial<MercadoPagoOptions> = {}): PixProvider {
  return openMercadoPago({
    accessToken: fake.accessToken,
    webhookSecret: fake.webhookSecret,
    apiUrl: fake.url,
    clock: { now: () => new Date() },
    siteUrl: 'https://loja.example',
    patienceMs: 8_000,
    ...options,
  });
}

export function aCharge(change: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    reference: crypto.randomUUID().replaceAll('-', ''),
    amountCents: 9990,
    description: 'Plugin Exemplo',
    payer: { name: 'Maria da Silva', email: 'maria@testuser.com' },
    expiresAt: new Date(Date.now() + 2 * 60 * 60 * 1000),
    ...change,
  };
}

export function within(ms: number): Date {
  return new Date(Date.now() + ms);
}

export async function charged(bank: PixProvider, request = aCharge()) {
  const creation = await bank.createCharge(request, within(8_000));
  if (creation.outcome !== 'created') throw new Error(`The charge was ${creation.outcome}: ${creation.reason}`);
  const { providerChargeId, copyPaste } = creation.charge;
  return { request, copyPaste, identity: { reference: request.reference, providerChargeId } };
}

export async function snapshotOf(bank: PixProvider, identity: Parameters<PixProvider['readCharge']>[0]) {
  const reading = await bank.readCharge(identity);
  if (reading.outcome !== 'found') throw new Error(`The charge is ${reading.outcome}.`);
  return reading.snapshot;
}
