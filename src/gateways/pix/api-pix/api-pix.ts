import type { ChargeCreation, ChargeIdentity, ChargeRequest, PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { ProviderName } from '#src/wire/pix-providers.ts';
import { settingsError } from '#src/wire/settings-error.ts';
import { accountId } from '../account-id.ts';
import { deadlineIn } from '../deadline-in.ts';
import { writeAmount } from '../decimal-amounts.ts';
import { POLLING } from '../polling.ts';
import type { ApiPix, ApiPixOptions } from './account.ts';
import { type BankResponse, failureReason, isTransient, openBankConnection, withRetries } from './bank-connection.ts';
import { BANK_PROFILES } from './bank-profiles.ts';
import { readCertificates } from './certificates.ts';
import { chargeOf } from './charge.ts';
import { listPayments } from './payment-list.ts';
import { cobOf, readCharge } from './read-charge.ts';
import { refundPayment } from './refund.ts';
import { refusalCode } from './schemas.ts';
import { checkSetup, registerWebhook } from './setup.ts';
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
    certificate: readCertificates(options.certificates),
    profile,
  });
  const bank: ApiPix = { connection, options, profile };
  return {
    name: 'pix' satisfies ProviderName,
    accountId: accountId('pix', placeOf(apiUrl), options.pixKey.toLowerCase()),
    accountName: `${options.bankName}, chave …${options.pixKey.slice(-4)}`,
    receiverName: options.receiverName,
    minimumReadIntervalMs: 10_000,
    polling: POLLING,
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

async function createCharge(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const { options, connection } = bank;
  const path = `/cob/${request.reference}`;
  const lifeSeconds = Math.round((request.expiresAt.getTime() - options.clock.now().getTime()) / 1000);
  const body = {
    calendario: { expiracao: Math.max(lifeSeconds, 60) },
    valor: { original: writeAmount(request.amountCents) },
    chave: options.pixKey,
    solicitacaoPagador: request.description.slice(0, 140),
  };
  const response = await withRetries(() => connection.call({ method: 'PUT', path, body }, deadline), deadline);
  if (response.outcome === 'refused' && !isTransient(response))
    return refusedOrFound(bank, request, response, deadline);
  return chargeFrom(bank, response) ?? findAfterLostResponse(bank, request, deadline);
}

/** A bank refuses to repeat a charge that is already paid, so look it up. */
async function refusedOrFound(
  bank: ApiPix,
  request: ChargeRequest,
  response: Extract<BankResponse, { outcome: 'refused' }>,
  deadline: Date,
): Promise<ChargeCreation> {
  const there = await bank.connection.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  const charge = chargeFrom(bank, there);
  if (charge) return charge;
  const isNowhere = there.outcome === 'refused' && !isTransient(there);
  return { outcome: isNowhere ? 'refused' : 'unclear', reason: refusalCode(response.status, response.body) };
}

/** The charge may exist although its response was lost. */
async function findAfterLostResponse(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const response = await bank.connection.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  return chargeFrom(bank, response) ?? { outcome: 'unclear', reason: failureReason(response) };
}

function chargeFrom(bank: ApiPix, response: BankResponse): ChargeCreation | undefined {
  const cob = cobOf(response);
  const charge = cob && chargeOf(cob, bank.options);
  return charge && { outcome: 'created', charge };
}

async function cancelCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<void> {
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const response = await bank.connection.call({ method: 'PATCH', path: `/cob/${reference}`, body }, deadline);
  if (response.outcome === 'done') return;
  const reading = await readCharge(bank, { reference, providerChargeId: null }, deadline);
  const isClosed =
    reading.outcome === 'missing' || (reading.outcome === 'found' && reading.snapshot.state === 'cancelled');
  if (!isClosed) throw new Error(`the bank did not close the charge (${failureReason(response)})`);
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

/** Includes the bank's address, since a Pix key can move to another bank. */
function placeOf(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  const known = Object.entries(BANK_PROFILES).find(
    ([, profile]) => profile.apiUrl !== null && new URL(profile.apiUrl).host === host,
  );
  return known?.[0] ?? host;
}

const READ_TIME_MS = 8_000;
