import type {
  BankChargeState,
  BankPayment,
  Charge,
  ChargeSnapshot,
  RefundOutcome,
} from '#src/domain/payments/pix-provider.ts';
import { DAY_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { writeDynamicCode } from '#src/wire/payments/br-code.ts';
import { readAmount } from '../decimal-amounts.ts';
import { type Cob, type ReceivedPix, type Refund, readPayer, readRows } from './schemas.ts';

type Receiver = { pixKey: string; receiverName: () => string };

/** Some banks leave the code out; it is then written from the charge's location. */
export function chargeOf(cob: Cob, { receiverName }: Receiver): Charge | undefined {
  const location = cob.location ?? cob.loc?.location;
  const copyPaste = cob.pixCopiaECola ?? (location && writeDynamicCode({ location, merchantName: receiverName() }));
  return copyPaste ? { providerChargeId: cob.txid, copyPaste } : undefined;
}

/** The API has no status for an expired charge, so `now` decides. */
export function snapshotOf(cob: Cob, receiver: Receiver, now: Date): ChargeSnapshot {
  const { read: payments, unread } = readRows(cob.pix);
  const isPaid = payments.length > 0;
  const amountCents = readAmount(cob.valor.original);
  const isWhole = unread.length === 0 || (isPaid && sumOf(payments) >= amountCents);
  // An unreadable payment row may be the money itself, or its refund.
  const state = !isWhole ? 'unknown' : isPaid ? stateOfPayments(payments) : stateOfOpen(cob, now);
  return {
    reference: cob.txid,
    charge: chargeOf(cob, receiver) ?? { providerChargeId: cob.txid, copyPaste: '' },
    state,
    amountCents,
    currency: 'BRL',
    isOurs: !cob.chave || cob.chave.toLowerCase() === receiver.pixKey.toLowerCase(),
    paidCents: isPaid || unread.length > 0 ? sumOf(payments) : null,
    providerPaymentId: payments[0]?.endToEndId ?? null,
    ...paidAtIn(payments),
    ...payerIn(payments),
    ...furtherIds(payments),
    ...returnedOf(payments),
    ...(state === 'unknown' && { bankWord: cob.status }),
  };
}

/** Several payments of one charge are one, as they are to its sale. */
export function paymentsOf(rows: ReceivedPix[]): BankPayment[] {
  return [...Map.groupBy(rows, ({ txid, endToEndId }) => txid ?? endToEndId)].map(([id, payments]) => {
    const state = stateOfPayments(payments);
    const [first] = payments;
    return {
      reference: first?.txid ?? null,
      providerChargeId: id,
      state: state === 'refunded' || state === 'disputed' ? state : 'paid',
      paidCents: sumOf(payments),
      ...returnedOf(payments),
      facts: { arrivedAt: first?.horario ?? null, payer: null, description: first?.infoPagador ?? null },
    };
  });
}

export function outcomeOfRefund({ status, motivo }: Refund): RefundOutcome {
  if (status === 'DEVOLVIDO') return { outcome: 'refunded' };
  if (status === 'NAO_REALIZADO') return { outcome: 'refused', reason: motivo ? 'NAO_REALIZADO com motivo' : status };
  return { outcome: 'pending' };
}

/** MED claims by the bank count as a dispute while they run, and as a refund once they went through. */
function stateOfPayments(payments: ReceivedPix[]): BankChargeState {
  const refunds = payments.flatMap(({ devolucoes }) => devolucoes ?? []);
  if (sumReturned(payments) >= sumOf(payments)) return 'refunded';
  const isClaimed = refunds.some(
    ({ natureza, status }) => /^MED_/.test(natureza ?? '') && status === 'EM_PROCESSAMENTO',
  );
  return isClaimed ? 'disputed' : 'paid';
}

/** An unknown status, or one that claims money which no payment row shows, is not taken for unpaid. */
function stateOfOpen({ status, calendario }: Cob, now: Date): BankChargeState {
  if (status.startsWith('REMOVID')) return 'cancelled';
  if (status !== 'ATIVA') return 'unknown';
  const endsAt = Date.parse(calendario.criacao) + (calendario.expiracao ?? A_DAY_SECONDS) * SECOND_MS;
  return endsAt <= now.getTime() ? 'expired' : 'waiting';
}

const A_DAY_SECONDS = DAY_MS / SECOND_MS;

function sumOf(payments: ReceivedPix[]): number {
  return payments.reduce((sum, { valor }) => sum + readAmount(valor), 0);
}

export function sumReturned(payments: ReceivedPix[]): number {
  const refunds = payments.flatMap(({ devolucoes }) => devolucoes ?? []);
  return refunds.filter(({ status }) => status === 'DEVOLVIDO').reduce(addRefund, 0);
}

function returnedOf(payments: ReceivedPix[]): { returnedCents?: number } {
  const returnedCents = sumReturned(payments);
  return returnedCents > 0 ? { returnedCents } : {};
}

/** The last one made it whole. */
function paidAtIn(payments: ReceivedPix[]): { paidAt?: string } {
  const paidAt = payments
    .flatMap(({ horario }) => horario ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
  return paidAt ? { paidAt } : {};
}

function payerIn([payment]: ReceivedPix[]): { payerDocument?: string } {
  const payerDocument = payment && readPayer(payment);
  return payerDocument ? { payerDocument } : {};
}

function furtherIds([, ...further]: ReceivedPix[]): { furtherPaymentIds?: string[] } {
  return further.length > 0 ? { furtherPaymentIds: further.map(({ endToEndId }) => endToEndId) } : {};
}

function addRefund(sum: number, { valor }: Refund): number {
  return sum + readAmount(valor);
}
