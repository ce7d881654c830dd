import type { ChargeIdentity, ChargeReading, PixProvider } from '#src/domain/pix.ts';
import type { Clock } from '#src/domain/shop.ts';
import { soon } from '../soon.ts';
import { cancelCharge, refundPayment } from './close-charge.ts';
import { createCharge } from './create-charge.ts';
import { findOrder } from './find-order.ts';
import { readNotice } from './notices.ts';
import { type OrdersApi, openOrdersApi } from './orders-api.ts';
import { listPayments } from './payment-list.ts';
import { inspect } from './setup.ts';

export type MercadoPagoOptions = {
  accessToken: string;
  /** Without it no notice is believed, and payments are found by asking alone. */
  webhookSecret?: string;
  apiUrl: string;
  clock: Clock;
  receiverName: string;
  /** The shop's public address. */
  siteUrl: string;
  /** How long a look at a charge may take, or its end. */
  patienceMs?: number;
};

/** What the functions of this folder share. */
export type MercadoPago = {
  api: OrdersApi;
  clock: Clock;
  webhookSecret: string | undefined;
  siteUrl: string;
  patienceMs: number;
  isTestToken: boolean;
  /** The account that received what we charged is the one that must own whatever we read. */
  learnOwner(owner: string | null): void;
  isOurs(owner: string | null): boolean;
};

/** Mercado Pago's Orders API. Its own library is left out: it lets an idempotency key slip into the next buyer's call. */
export function openMercadoPago(options: MercadoPagoOptions): PixProvider {
  const bank = openAccount(options);
  return {
    name: 'mercadopago',
    receiverName: options.receiverName,
    minimumReadIntervalMs: 10_000,
    createCharge: (request, deadline) => createCharge(bank, request, deadline),
    readCharge: (charge, deadline) => readCharge(bank, charge, soon(bank.patienceMs, deadline)),
    cancelCharge: (charge, deadline) => cancelCharge(bank, charge, soon(bank.patienceMs, deadline)),
    refundPayment: (refund, deadline) => refundPayment(bank, refund, deadline),
    listPayments: (period, deadline) => listPayments(bank, period, deadline),
    readNotice: (call) => readNotice(call, bank.webhookSecret),
    inspect: () => inspect(bank),
  };
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
  const { reference, state, amountCents, currency, paidCents, providerPaymentId, owner } = reading.order;
  return {
    outcome: 'found',
    snapshot: {
      reference,
      charge: reading.order.charge,
      state,
      amountCents,
      currency,
      isOurs: bank.isOurs(owner),
      paidCents,
      providerPaymentId,
    },
  };
}

const PATIENCE_MS = 8_000;
