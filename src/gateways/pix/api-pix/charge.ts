import type { BankPayment, Charge, ChargeSnapshot, ChargeState, RefundOutcome } from '#src/domain/pix.ts';
import { writeDynamicCode } from '../br-code.ts';
import { readAmount } from '../decimal-amounts.ts';
import type { Cob, ReceivedPix, Refund } from './answers.ts';

type Receiver = { pixKey: string; receiverName: string };

/** What the buyer pays with. A bank may leave the code out: then it is written from the address of the charge. */
export function chargeOf(cob: Cob, { receiverName }: Receiver): Charge | undefined {
  const location = cob.location ?? cob.loc?.location;
  const copyPaste = cob.pixCopiaECola ?? (location && writeDynamicCode({ location, merchantName: receiverName }));
  return copyPaste ? { providerChargeId: cob.txid, copyPaste } : undefined;
}

/** What the bank says of a charge; `now` decides whether one that nobody paid has run out, since the API has no word for it. */
export function snapshotOf(cob: Cob, receiver: Receiver, now: Date): ChargeSnapshot {
  const payments = cob.pix ?? [];
  const isPaid = payments.length > 0;
  return {
    reference: cob.txid,
    charge: chargeOf(cob, receiver) ?? { providerChargeId: cob.txid, copyPaste: '' },
    state: isPaid ? stateOfPayments(payments) : stateOfOpen(cob, now),
    amountCents: readAmount(cob.valor.original),
    currency: 'BRL',
    isOurs: cob.chave.toLowerCase() === receiver.pixKey.toLowerCase(),
    paidCents: isPaid ? sumOf(payments) : null,
    providerPaymentId: payments[0]?.endToEndId ?? null,
  };
}

/** A received payment as the daily comparison wants it. */
export function paymentOf(pix: ReceivedPix): BankPayment {
  const state = stateOfPayments([pix]);
  return {
    reference: pix.txid ?? null,
    providerChargeId: pix.txid ?? pix.endToEndId,
    state: state === 'refunded' || state === 'disputed' ? state : 'paid',
    paidCents: readAmount(pix.valor),
  };
}

export function outcomeOfRefund({ status, motivo }: Refund): RefundOutcome {
  if (status === 'DEVOLVIDO') return { outcome: 'refunded' };
  if (status === 'NAO_REALIZADO') return { outcome: 'refused', reason: motivo ? 'NAO_REALIZADO com motivo' : status };
  return { outcome: 'pending' };
}

/**
 * Everything that was given back makes a refund. What the bank itself takes back after a claim (MED) is a dispute while it
 * runs; once it went through it counts as given back.
 */
function stateOfPayments(payments: ReceivedPix[]): ChargeState {
  const refunds = payments.flatMap(({ devolucoes }) => devolucoes ?? []);
  const returned = refunds.filter(({ status }) => status === 'DEVOLVIDO').reduce(addRefund, 0);
  if (returned >= sumOf(payments)) return 'refunded';
  const isClaimed = refunds.some(
    ({ natureza = '', status }) => /^MED_/.test(natureza) && status === 'EM_PROCESSAMENTO',
  );
  return isClaimed ? 'disputed' : 'paid';
}

function stateOfOpen({ status, calendario }: Cob, now: Date): ChargeState {
  if (status.startsWith('REMOVID')) return 'cancelled';
  const endsAt = Date.parse(calendario.criacao) + (calendario.expiracao ?? A_DAY_SECONDS) * 1000;
  return endsAt <= now.getTime() ? 'expired' : 'waiting';
}

const A_DAY_SECONDS = 86_400;

function sumOf(payments: ReceivedPix[]): number {
  return payments.reduce((sum, { valor }) => sum + readAmount(valor), 0);
}

function addRefund(sum: number, { valor }: Refund): number {
  return sum + readAmount(valor);
}
