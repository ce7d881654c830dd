import * as z from 'zod/mini';
import type { ChargeIdentity, ChargeReading } from '#src/domain/pix.ts';
import { Cob, PixList, type ReceivedPix } from './answers.ts';
import type { ApiPix } from './api-pix.ts';
import { type BankAnswer, wordOf } from './bank-line.ts';
import { snapshotOf } from './charge.ts';

/** The bank's own truth about a charge. */
export async function readCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<ChargeReading> {
  const answer = await bank.line.call({ method: 'GET', path: `/cob/${reference}` }, deadline);
  const cob = cobOf(answer);
  if (cob) return readingOf(bank, cob, deadline);
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

/** The document lets a bank call a charge paid and leave out with what: then its list of payments has to tell. */
async function readingOf(bank: ApiPix, cob: Cob, deadline: Date): Promise<ChargeReading> {
  const { options } = bank;
  const now = options.clock.now();
  const isToldWhole = cob.status !== 'CONCLUIDA' || (cob.pix ?? []).length > 0;
  if (isToldWhole) return { outcome: 'found', snapshot: snapshotOf(cob, options, now) };
  const pix = await paymentsOf(bank, cob, now, deadline);
  if (pix.length === 0) return { outcome: 'unavailable', reason: 'concluded_without_payment', retryAfterMs: null };
  return { outcome: 'found', snapshot: snapshotOf({ ...cob, pix }, options, now) };
}

async function paymentsOf(bank: ApiPix, { txid, calendario }: Cob, now: Date, deadline: Date): Promise<ReceivedPix[]> {
  const end = new Date(Math.min(now.getTime() + HOUR_MS, Date.parse(calendario.criacao) + PAYABLE_MS));
  const query = { inicio: new Date(calendario.criacao).toISOString(), fim: end.toISOString(), txid };
  const answer = await bank.line.call({ method: 'GET', path: '/pix', query }, deadline);
  const read = answer.outcome === 'done' ? z.safeParse(PixList, answer.body) : undefined;
  return (read?.data?.pix ?? []).filter((payment) => payment.txid === txid);
}

const HOUR_MS = 60 * 60 * 1000;
/** Our charges live for two hours; banks list a few days at once. */
const PAYABLE_MS = 48 * HOUR_MS;
