import type { ChargeCreation, ChargeIdentity, ChargeRequest, PixProvider } from '#src/domain/pix.ts';
import type { Clock } from '#src/domain/shop.ts';
import { writeAmount } from '../decimal-amounts.ts';
import { soon } from '../soon.ts';
import { refusalCode } from './answers.ts';
import { type BankAnswer, type BankLine, isPassing, openBankLine, withRetries, wordOf } from './bank-line.ts';
import { BANK_WAYS } from './bank-ways.ts';
import { type Certificates, readCertificates } from './certificates.ts';
import { chargeOf } from './charge.ts';
import { readNotice } from './notices.ts';
import { listPayments } from './payment-list.ts';
import { cobOf, readCharge } from './read-charge.ts';
import { refundPayment } from './refund.ts';
import { settingsError } from './settings-error.ts';
import { inspect, registerNotices } from './setup.ts';

export type ApiPixOptions = {
  /** Whose ways to follow; each address below overrules the table. */
  bank: keyof typeof BANK_WAYS;
  apiUrl?: string;
  oauthUrl?: string;
  clientId: string;
  clientSecret: string;
  pixKey: string;
  appKey?: string;
  certificates: Certificates;
  webhookSecret?: string;
  clock: Clock;
  receiverName: string;
  /** The shop's public address. */
  siteUrl: string;
};

/** What the functions of this folder share. */
export type ApiPix = {
  line: BankLine;
  options: ApiPixOptions;
  /** Headers of the call that registers the webhook, and the longest period that is listed at once. */
  ways: (typeof BANK_WAYS)[keyof typeof BANK_WAYS];
};

/** Any bank, by the Banco Central's API Pix 2.9. The txid is our own reference, so a repeat never makes a second charge. */
export function openApiPix(options: ApiPixOptions): PixProvider {
  const ways = BANK_WAYS[options.bank];
  const { apiUrl, tokenUrl } = addressesOf(options);
  const line = openBankLine({
    apiUrl,
    tokenUrl,
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    appKey: options.appKey ?? null,
    certificate: readCertificates(options.certificates),
    ways,
  });
  const bank: ApiPix = { line, options, ways };
  return {
    name: 'pix',
    receiverName: options.receiverName,
    minimumReadIntervalMs: 10_000,
    createCharge: (request, deadline) => createCharge(bank, request, deadline),
    readCharge: (charge, deadline) => readCharge(bank, charge, soon(READ_TIME_MS, deadline)),
    cancelCharge: (charge, deadline) => cancelCharge(bank, charge, soon(READ_TIME_MS, deadline)),
    refundPayment: (refund, deadline) => refundPayment(bank, refund, deadline),
    listPayments: (period, deadline) => listPayments(bank, period, deadline),
    readNotice: (call) => readNotice(call, options.webhookSecret),
    inspect: () => inspect(bank),
    registerNotices: () => registerNotices(bank),
  };
}

async function createCharge(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const { options, line } = bank;
  const path = `/cob/${request.reference}`;
  const lifeSeconds = Math.round((request.expiresAt.getTime() - options.clock.now().getTime()) / 1000);
  const body = {
    calendario: { expiracao: Math.max(lifeSeconds, 60) },
    valor: { original: writeAmount(request.amountCents) },
    chave: options.pixKey,
    solicitacaoPagador: request.description.slice(0, 140),
  };
  const answer = await withRetries(() => line.call({ method: 'PUT', path, body }, deadline), deadline);
  if (answer.outcome === 'refused' && !isPassing(answer)) return refusedOrThere(bank, request, answer, deadline);
  return chargeFrom(bank, answer) ?? findAfterSilence(bank, request, deadline);
}

/** A repeat of a charge that is paid by now is refused, and yet it is there. */
async function refusedOrThere(
  bank: ApiPix,
  request: ChargeRequest,
  answer: Extract<BankAnswer, { outcome: 'refused' }>,
  deadline: Date,
): Promise<ChargeCreation> {
  const there = await bank.line.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  const charge = chargeFrom(bank, there);
  if (charge) return charge;
  const isNowhere = there.outcome === 'refused' && !isPassing(there);
  return { outcome: isNowhere ? 'refused' : 'unclear', reason: refusalCode(answer.status, answer.body) };
}

/** The answer was lost: the charge may be there all the same. */
async function findAfterSilence(bank: ApiPix, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const answer = await bank.line.call({ method: 'GET', path: `/cob/${request.reference}` }, deadline);
  return chargeFrom(bank, answer) ?? { outcome: 'unclear', reason: wordOf(answer) };
}

function chargeFrom(bank: ApiPix, answer: BankAnswer): ChargeCreation | undefined {
  const cob = cobOf(answer);
  const charge = cob && chargeOf(cob, bank.options);
  return charge && { outcome: 'created', charge };
}

async function cancelCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<void> {
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
  const answer = await bank.line.call({ method: 'PATCH', path: `/cob/${reference}`, body }, deadline);
  if (answer.outcome === 'done') return;
  const reading = await readCharge(bank, { reference, providerChargeId: null }, deadline);
  const isClosed =
    reading.outcome === 'missing' || (reading.outcome === 'found' && reading.snapshot.state === 'cancelled');
  if (!isClosed) throw new Error(`the bank did not close the charge (${wordOf(answer)})`);
}

function addressesOf({ bank, apiUrl, oauthUrl }: ApiPixOptions): { apiUrl: string; tokenUrl: string } {
  const ways = BANK_WAYS[bank];
  const api = apiUrl ?? ways.apiUrl;
  if (!api) throw settingsError('PIX_API_URL: informe o endereço da API Pix do seu banco, ou o banco em PIX_BANK.');
  // An address of the API alone means a bank's test side: the token is then taken there too.
  const token = oauthUrl ?? (apiUrl ? null : ways.tokenUrl) ?? new URL('/oauth/token', api).href;
  const isHostAlone = new URL(token).pathname === '/';
  return { apiUrl: api, tokenUrl: isHostAlone ? new URL('/oauth/token', token).href : token };
}

const READ_TIME_MS = 8_000;
