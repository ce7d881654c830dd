import * as z from 'zod/mini';
import type { ChargeIdentity, ChargeReading } from '#src/domain/pix.ts';
import { Cob } from './answers.ts';
import type { ApiPix } from './api-pix.ts';
import { type BankAnswer, wordOf } from './bank-line.ts';
import { snapshotOf } from './charge.ts';

/** The bank's own truth about a charge. */
export async function readCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<ChargeReading> {
  const answer = await bank.line.call({ method: 'GET', path: `/cob/${reference}` }, deadline);
  const cob = cobOf(answer);
  if (cob) return { outcome: 'found', snapshot: snapshotOf(cob, bank.options, bank.options.clock.now()) };
  if (answer.outcome === 'refused' && answer.status === 404) return { outcome: 'missing' };
  const retryAfterMs = answer.outcome === 'refused' ? answer.retryAfterMs : null;
  return { outcome: 'unavailable', reason: wordOf(answer), retryAfterMs };
}

/** A charge as the API tells of it, if that is what the answer holds. */
export function cobOf(answer: BankAnswer): Cob | undefined {
  if (answer.outcome !== 'done') return undefined;
  const read = z.safeParse(Cob, answer.body);
  return read.success ? read.data : undefined;
}
