import type { ChargeIdentity, ChargeReading, PixProvider } from '#src/domain/payments/pix-provider.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import { accountId } from '../account-id.ts';
import { deadlineIn } from '../deadline-in.ts';
import { POLL_RATE } from '../poll-rate.ts';
import { changeOrder, findOrderId, isAlreadyDone } from './change-order.ts';
import { checkSetup } from './check-setup.ts';
import type { MercadoPago, MercadoPagoOptions } from './context.ts';
import { createCharge } from './create-charge.ts';
import { codeOf } from './error-reasons.ts';
import { findOrder } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type MercadoPagoOrder, readOrder } from './order.ts';
import { openOrdersApi } from './orders-api.ts';
import { listPayments } from './payment-list.ts';
import { refundPayment } from './refund.ts';
import { readWebhook } from './webhooks.ts';

/** Uses the Orders API without the vendor's library, which lets an idempotency key leak into the next buyer's call. */
export function openMercadoPago(options: MercadoPagoOptions): PixProvider {
  const bank = openAccount(options);
  const userId = accountNumberOf(options);
  return {
    name: 'mercadopago' satisfies ProviderName,
    accountId: accountId('mercadopago', bank.isTestToken ? 'test' : 'live', userId ?? ''),
    accountName: `Mercado Pago${userId ? `, conta ${userId}` : ''}${bank.isTestToken ? ' (teste)' : ''}`,
    minimumReadIntervalMs: 10_000,
    polling: POLL_RATE,
    listing: { by: 'creation', longestDays: 1 },
    createCharge: (request, deadline) => createCharge(bank, request, deadline),
    readCharge: (charge, deadline) => readCharge(bank, charge, deadlineIn(bank.patienceMs, deadline)),
    cancelCharge: (charge, deadline) => cancelCharge(bank, charge, deadlineIn(bank.patienceMs, deadline)),
    refundPayment: (refund, deadline) => refundPayment(bank, refund, deadline),
    listPayments: (period, deadline) => listPayments(bank, period, deadline),
    readWebhook: (call) => readWebhook(call, bank.webhookSecret),
    checkSetup: () => checkSetup(bank),
  };
}

/** The account number is the last part of each of its tokens. */
function accountNumberOf({ accessToken, userId }: MercadoPagoOptions): string | undefined {
  const accountNumber = /-(\d{1,20})$/.exec(accessToken)?.[1];
  if (accountNumber && userId && accountNumber !== userId) {
    throw settingsError('MERCADOPAGO_USER_ID não é a conta do MERCADOPAGO_ACCESS_TOKEN: confira os dois.');
  }
  return accountNumber ?? userId;
}

function openAccount(options: MercadoPagoOptions): MercadoPago {
  const { accessToken, apiUrl, clock, webhookSecret, siteUrl } = options;
  let ownOwner: string | null = null;
  return {
    api: openOrdersApi({ apiUrl, accessToken }),
    clock,
    webhookSecret,
    siteUrl,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    isTestToken: accessToken.startsWith('TEST-'),
    learnOwner(owner) {
      ownOwner = owner ?? ownOwner;
    },
    isOurs: (owner) => ownOwner === null || owner === null || owner === ownOwner,
  };
}

async function readCharge(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<ChargeReading> {
  const reading = await findOrder(bank, charge, deadline);
  if (reading.outcome !== 'found') return reading;
  const { reference, state, amountCents, currency, paidCents, providerPaymentId, owner, bankWord } = reading.order;
  const { returnedCents, endToEndId, payerDocument, paidAt } = reading.order;
  return {
    outcome: 'found',
    snapshot: {
      // The order was found by the bank's own id, so a missing reference does not contradict it.
      reference: reference || charge.reference,
      charge: reading.order.charge,
      state,
      amountCents,
      currency,
      isOurs: bank.isOurs(owner),
      paidCents,
      providerPaymentId,
      ...(paidAt && { paidAt }),
      ...(endToEndId && { endToEndId }),
      ...(payerDocument && { payerDocument }),
      ...(returnedCents !== undefined && { returnedCents }),
      ...(bankWord && { bankWord }),
    },
  };
}

const PATIENCE_MS = 8_000;

async function cancelCharge(bank: MercadoPago, charge: ChargeIdentity, deadline: Date): Promise<void> {
  const found = await findOrderId(bank, charge, deadline);
  if (found.outcome === 'missing') return;
  if (found.outcome === 'unavailable') throw new Error(`the bank did not close the charge (${found.reason})`);
  const { response } = await changeOrder(
    bank,
    found.id,
    'cancel',
    idempotencyKey('cancel', charge.reference),
    deadline,
  );
  const order = response.outcome === 'done' ? readOrder(response.body) : undefined;
  if (order?.state === 'cancelled' || isAlreadyDone(response, 'cancel')) return;
  const reading = await findOrder(bank, { ...charge, providerChargeId: found.id }, deadline);
  if (reading.outcome === 'found' && CLOSED.has(reading.order.state)) return;
  throw new Error(`the bank did not close the charge (${codeOf(response)})`);
}

const CLOSED = new Set<MercadoPagoOrder['state']>(['cancelled', 'expired', 'rejected', 'refunded']);
