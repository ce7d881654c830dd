import type { ChargeIdentity, ChargeReading } from '#src/domain/payments/pix-provider.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { type BankResponse, hasStatus, pauseAskedBy, readBody } from '../bank-calls.ts';
import { failureReason } from './bank-connection.ts';
import type { ApiPix } from './context.ts';
import { snapshotOf } from './map-charge.ts';
import { Cob, PixList, type ReceivedPix, readRows } from './schemas.ts';

export async function readCharge(bank: ApiPix, { reference }: ChargeIdentity, deadline: Date): Promise<ChargeReading> {
  const response = await bank.connection.call({ method: 'GET', path: `/cob/${reference}` }, deadline);
  const cob = cobOf(response);
  if (cob) return readingOf(bank, cob, deadline);
  if (hasStatus(response, 404)) return { outcome: 'missing' };
  return { outcome: 'unavailable', reason: failureReason(response), retryAfterMs: pauseAskedBy(response) };
}

export async function readPayments(
  bank: ApiPix,
  { reference }: ChargeIdentity,
  deadline: Date,
): Promise<ReceivedPix[]> {
  const cob = cobOf(await bank.connection.call({ method: 'GET', path: `/cob/${reference}` }, deadline));
  return cob ? readRows(await rowsOf(bank, cob, deadline)).read : [];
}

export function cobOf(response: BankResponse): Cob | undefined {
  return readBody(response, Cob);
}

async function readingOf(bank: ApiPix, cob: Cob, deadline: Date): Promise<ChargeReading> {
  const pix = await rowsOf(bank, cob, deadline);
  return { outcome: 'found', snapshot: snapshotOf({ ...cob, pix }, bank.options, bank.options.clock.now()) };
}

/** Banks may report a paid charge without its payments; the payment list then has them. */
async function rowsOf(bank: ApiPix, cob: Cob, deadline: Date): Promise<unknown[]> {
  const rows = cob.pix ?? [];
  return cob.status !== 'CONCLUIDA' || rows.length > 0 ? rows : listedPayments(bank, cob, deadline);
}

async function listedPayments(bank: ApiPix, { txid, calendario }: Cob, deadline: Date): Promise<unknown[]> {
  const now = bank.options.clock.now();
  const end = new Date(Math.min(now.getTime() + HOUR_MS, Date.parse(calendario.criacao) + PAYABLE_MS));
  const query = { inicio: new Date(calendario.criacao).toISOString(), fim: end.toISOString(), txid };
  const response = await bank.connection.call({ method: 'GET', path: '/pix', query }, deadline);
  return readRows(readBody(response, PixList)?.pix).read.filter((payment) => payment.txid === txid);
}

/** Charges live for a day at most, and banks list a few days at once. */
const PAYABLE_MS = 48 * HOUR_MS;
