import * as z from 'zod/mini';
import type { ChargeIdentity, RefundOutcome, RefundRequest } from '#src/domain/pix.ts';
import { writeAmount } from '../decimal-amounts.ts';
import { Refund, refusalCode } from './answers.ts';
import type { ApiPix } from './api-pix.ts';
import { type BankAnswer, isPassing, withRetries, wordOf } from './bank-line.ts';
import { outcomeOfRefund } from './charge.ts';
import { readCharge } from './read-charge.ts';

/** `devolução`: our own id names it, so that a repeat is the same refund. */
export async function refundPayment(bank: ApiPix, refund: RefundRequest, deadline: Date): Promise<RefundOutcome> {
  const payment = refund.providerPaymentId ?? (await findPayment(bank, refund, deadline));
  if (!payment) return { outcome: 'unclear', reason: 'the payment could not be found at the bank' };
  const path = `/pix/${payment}/devolucao/${refund.refundReference}`;
  const body = { valor: writeAmount(refund.amountCents) };
  const answer = await withRetries(() => bank.line.call({ method: 'PUT', path, body }, deadline), deadline);
  const done = refundFrom(answer);
  if (done) return done;
  // Asked for before, or done although the answer was lost: the bank knows.
  const known = await bank.line.call({ method: 'GET', path }, deadline);
  const found = refundFrom(known);
  if (found) return found;
  // A try before this one may have got through: only the bank's word that it knows no such refund makes it a refusal.
  const isNowhere = known.outcome === 'refused' && !isPassing(known);
  return isNowhere && answer.outcome === 'refused' && !isPassing(answer)
    ? { outcome: 'refused', reason: refusalCode(answer.status, answer.body) }
    : { outcome: 'unclear', reason: wordOf(answer) };
}

async function findPayment(bank: ApiPix, charge: ChargeIdentity, deadline: Date): Promise<string | null> {
  const reading = await readCharge(bank, charge, deadline);
  return reading.outcome === 'found' ? reading.snapshot.providerPaymentId : null;
}

function refundFrom(answer: BankAnswer): RefundOutcome | undefined {
  if (answer.outcome !== 'done') return undefined;
  const read = z.safeParse(Refund, answer.body);
  return read.success ? outcomeOfRefund(read.data) : undefined;
}
