import { setTimeout as wait } from 'node:timers/promises';
import type { ChargeCreation, ChargeRequest } from '#src/domain/payments/pix-provider.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type BankResponse, hasStatus, withRetries } from '../bank-calls.ts';
import { writeAmount } from '../decimal-amounts.ts';
import type { MercadoPago } from './context.ts';
import { reasonOf } from './error-reasons.ts';
import { findByReference, type OrderReading, readById } from './find-order.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type MercadoPagoOrder, readOrder } from './order.ts';

/** The bank may refuse a repeated key, so anything but success is looked up by our reference first. */
export async function createCharge(bank: MercadoPago, request: ChargeRequest, deadline: Date): Promise<ChargeCreation> {
  const call = {
    method: 'POST' as const,
    path: '/v1/orders',
    body: JSON.stringify(orderFrom(request, bank.clock.now())),
    idempotencyKey: idempotencyKey('create', request.reference),
  };
  const lookUpAt = reserveLookUpTime(deadline);
  const { response, isSure } = await withRetries(() => bank.api.send(call, lookUpAt), lookUpAt);
  const order = response.outcome === 'done' ? readOrder(response.body) : undefined;
  if (order?.reference === request.reference) {
    bank.learnOwner(order.owner);
    return creationFrom(bank, order, deadline);
  }
  // The bank creates nothing without a valid token, and nothing can be looked up.
  if (isSure && hasStatus(response, 401, 403)) return { outcome: 'refused', reason: reasonOf(response) };
  const found = await findByReference(bank, request.reference, deadline);
  if (found.outcome === 'found') return creationFrom(bank, found.order, deadline);
  return { outcome: isRefusal(response, found, isSure) ? 'refused' : 'unclear', reason: reasonOf(response) };
}

/** A new order may lack its code for a moment, so it is read again while there is time. */
async function creationFrom(bank: MercadoPago, order: MercadoPagoOrder, deadline: Date): Promise<ChargeCreation> {
  let current = order;
  while (current.charge.copyPaste === '' && current.state === 'waiting' && Date.now() + PAUSE_MS < deadline.getTime()) {
    await wait(PAUSE_MS);
    const reading = await readById(bank, order.charge.providerChargeId, deadline);
    if (reading.outcome === 'found') current = reading.order;
  }
  if (current.state === 'rejected') return { outcome: 'refused', reason: current.detail || 'failed' };
  if (current.charge.copyPaste === '') return { outcome: 'unclear', reason: 'order_without_code' };
  return { outcome: 'created', charge: current.charge };
}

function isRefusal(response: BankResponse, found: OrderReading, isSure: boolean): boolean {
  return hasStatus(response, 400, 402, 404, 422) && (isSure || found.outcome === 'missing');
}

/** Sends no webhook address: the bank takes it from its panel. */
function orderFrom({ reference, amountCents, description, payer, expiresAt }: ChargeRequest, now: Date) {
  const amount = writeAmount(amountCents);
  const [firstName = '', ...lastNames] = payer.name.trim().split(/\s+/);
  return {
    type: 'online',
    processing_mode: 'automatic',
    external_reference: reference,
    total_amount: amount,
    description: Array.from(description).slice(0, LONGEST_DESCRIPTION).join(''),
    payer: {
      email: payer.email,
      ...(firstName !== '' && { first_name: firstName }),
      ...(lastNames.length > 0 && { last_name: lastNames.join(' ') }),
    },
    transactions: {
      payments: [
        {
          amount,
          expiration_time: durationUntil(expiresAt, now),
          payment_method: { id: 'pix', type: 'bank_transfer' },
        },
      ],
    },
  };
}

/** Rounds up to whole minutes; the bank accepts 30 minutes to 30 days. */
function durationUntil(expiresAt: Date, now: Date): string {
  const rest = Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE_MS);
  const minutes = Math.min(Math.max(rest, SHORTEST_LIFE_MINUTES), LONGEST_LIFE_MINUTES);
  const hours = Math.floor(minutes / 60);
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes % 60 > 0 ? `${minutes % 60}M` : ''}`;
}

function reserveLookUpTime(deadline: Date): Date {
  const restMs = Math.max(0, deadline.getTime() - Date.now());
  return new Date(deadline.getTime() - Math.min(restMs / 4, LOOK_UP_MS));
}

const SHORTEST_LIFE_MINUTES = 30;
const LONGEST_LIFE_MINUTES = 30 * 24 * 60;
const LONGEST_DESCRIPTION = 150;
const LOOK_UP_MS = 3_000;
const PAUSE_MS = 400;
