import { createHash } from 'node:crypto';
import type { RefundOutcome, RefundRequest } from '#src/domain/payments/pix-provider.ts';
import { type BankResponse, hasStatus, isTransient, readBody, withRetries } from '../bank-calls.ts';
import { readAmount, writeAmount } from '../decimal-amounts.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { outcomeOfRefund, sumReturned } from './map-charge.ts';
import { readPayments } from './read-charge.ts';
import { type ReceivedPix, Refund, refusalCode } from './schemas.ts';

/** Asks for one `devolução` per payment of the charge. Our own ids name them, so a repeat is the same refund. */
export async function refundPayment(bank: ApiPix, refund: RefundRequest, deadline: Date): Promise<RefundOutcome> {
  const payments = await readPayments(bank, refund, deadline);
  if (payments.length === 0) return { outcome: 'unclear', reason: 'the payment could not be found at the bank' };
  let returnedCents = sumReturned(payments);
  let isPending = false;
  let isBegun = false;
  for (const part of partsOf(payments, refund)) {
    const outcome = await refundPart(bank, part, { isRepeat: refund.isRepeat ?? false, deadline });
    if (outcome.outcome === 'unclear') return outcome;
    if (outcome.outcome === 'refused' && isPending) return { outcome: 'pending' };
    if (outcome.outcome === 'refused') return isBegun ? { ...outcome, returnedCents } : outcome;
    if (outcome.outcome === 'pending') isPending = true;
    else returnedCents += part.cents;
    isBegun = true;
  }
  return isPending ? { outcome: 'pending' } : { outcome: 'refunded' };
}

type Part = { endToEndId: string; id: string; cents: number };

function partsOf(payments: ReceivedPix[], { refundReference, amountCents }: RefundRequest): Part[] {
  const isAlone = payments.length === 1;
  return payments
    .map((payment) => {
      // The rest is what an earlier return left, whatever the books know of it.
      const restCents = readAmount(payment.valor) - sumReturned([payment]);
      return {
        endToEndId: payment.endToEndId,
        id: isAlone ? refundReference : partReference(refundReference, payment),
        cents: isAlone ? Math.min(amountCents, restCents) : restCents,
      };
    })
    .filter(({ cents }) => cents > 0);
}

function partReference(refundReference: string, { endToEndId }: ReceivedPix): string {
  return createHash('sha256').update(`${refundReference} ${endToEndId}`).digest('hex').slice(0, 32);
}

async function refundPart(
  bank: ApiPix,
  { endToEndId, id, cents }: Part,
  { isRepeat, deadline }: { isRepeat: boolean; deadline: Date },
): Promise<RefundOutcome> {
  const path = `/pix/${endToEndId}/devolucao/${id}`;
  const body = { valor: writeAmount(cents) };
  const { response, isSure } = await withRetries(
    () => bank.connection.call({ method: 'PUT', path, body }, deadline),
    deadline,
  );
  const done = refundFrom(response);
  if (done) return done;
  const known = await bank.connection.call({ method: 'GET', path }, deadline);
  const found = refundFrom(known);
  if (found) return found;
  if (response.outcome !== 'refused' || isTransient(response))
    return { outcome: 'unclear', reason: failureReason(response) };
  // A 404 for this very refund is the only proof of a refusal after an unclear try.
  const isAboutRefund = !hasStatus(response, 401, 403) && hasStatus(known, 404);
  const isRefused = isSure && !isRepeat ? known.outcome === 'refused' && !isTransient(known) : isAboutRefund;
  return { outcome: isRefused ? 'refused' : 'unclear', reason: refusalCode(response.status, response.body) };
}

function refundFrom(response: BankResponse): RefundOutcome | undefined {
  const refund = readBody(response, Refund);
  return refund && outcomeOfRefund(refund);
}
