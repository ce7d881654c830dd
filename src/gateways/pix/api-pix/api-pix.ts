import type { ChargeIdentity, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import { accountId } from '../account-id.ts';
import { deadlineIn } from '../deadline-in.ts';
import { POLL_RATE } from '../poll-rate.ts';
import { failureReason, openBankConnection } from './bank-connection.ts';
import { BANK_PROFILES } from './bank-profiles.ts';
import { clientCertificate } from './certificates.ts';
import { checkSetup, registerWebhook } from './check-setup.ts';
import type { ApiPix, ApiPixOptions } from './context.ts';
import { createCharge } from './create-charge.ts';
import { listPayments } from './payment-list.ts';
import { readCharge } from './read-charge.ts';
import { refundPayment } from './refund.ts';
import { readWebhook } from './webhooks.ts';

/** Follows API Pix 2.9. The txid is our reference, so a repeat never makes a second charge. */
export function openApiPix(options: ApiPixOptions): PixProvider {
  const profile = BANK_PROFILES[options.bank];
  const { apiUrl, tokenUrl } = addressesOf(options);
  const connection = openBankConnection({
    apiUrl,
    tokenUrl,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    appKey: options.appKey ?? null,
    certificate: clientCertificate(options.certificates),
    profile,
  });
  const bank: ApiPix = { connection, options, profile };
  return {
    name: 'pix' satisfies ProviderName,
    accountId: accountId('pix', placeOf(apiUrl), options.pixKey.toLowerCase()),
    accountName: `${options.bankName}, chave …${options.pixKey.slice(-4)}`,
    minimumReadIntervalMs: 10_000,
    polling: POLL_RATE,
    listing: { by: 'arrival', longestDays: profile.longestListDays },
    createCharge: (request, deadline) => createCharge(bank, request, deadline),
    readCharge: (charge, deadline) => readCharge(bank, charge, deadlineIn(READ_TIME_MS, deadline)),
    cancelCharge: (charge, deadline) => cancelCharge(bank, charge, deadlineIn(READ_TIME_MS, deadline)),
    refundPayment: (refund, deadline) => refundPayment(bank, refund, deadline),
    listPayments: (period, deadline) => listPayments(bank, period, deadline),
    readWebhook: (call) => readWebhook(call, options.webhookSecret),
    checkSetup: () => checkSetup(bank),
    registerWebhook: () => registerWebhook(bank),
  };
}

function addressesOf({ bank, apiUrl, oauthUrl }: ApiPixOptions): { apiUrl: string; tokenUrl: string } {
  const profile = BANK_PROFILES[bank];
  const api = apiUrl ?? profile.apiUrl;
  if (!api) throw settingsError('PIX_API_URL: informe o endereço da API Pix do seu banco, ou o banco em PIX_BANK.');
  // A custom API address means a bank's test environment, which has its own token endpoint.
  const token = oauthUrl ?? (apiUrl ? null : profile.tokenUrl) ?? new URL('/oauth/token', api).href;
  const isHostAlone = new URL(token).pathname === '/';
  return { apiUrl: api, tokenUrl: isHostAlone ? new URL('/oauth/token', token).href : token };
}

/** It includes the bank's address, since a Pix key can move to another bank. */
function placeOf(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  const known = Object.entries(BANK_PROFILES).find(
    ([, profile]) => profile.apiUrl !== null && new URL(profile.apiUrl).host === host,
  );
  return known?.[0] ?? host;
}

const READ_TIME_MS = 8_000;

async function cancelCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<void> {
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const response = await bank.connection.call({ method: 'PATCH', path: `/cob/${reference}`, body }, deadline);
  if (response.outcome === 'done') return;
  const reading = await readCharge(bank, { reference, providerChargeId: null }, deadline);
  const isClosed =
    reading.outcome === 'missing' || (reading.outcome === 'found' && reading.snapshot.state === 'cancelled');
  if (!isClosed) throw new Error(`the bank did not close the charge (${failureReason(response)})`);
}
