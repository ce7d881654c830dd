import * as z from 'zod/mini';
import { dayOf, formatDay, startOf } from '../basics/dates.ts';
import { shiftDay } from '../basics/periods.ts';
import { emailAddress, text } from '../basics/text.ts';

/** The days count from the day after the receipt; the owner's from the day of the request. */
export const WITHDRAWAL_DAYS = 7;
const DECISION_DAYS = 5;

export const TOO_MANY_WITHDRAWALS = 'Muitas tentativas nesta compra. Tente de novo em uma hora.';

export type WithdrawalState = 'requested' | 'refunding' | 'refunded' | 'refused' | 'cancelled';

export type WithdrawalHold = 'used' | 'repeated' | 'other_bank' | 'dispute';

/** The days (`2026-11-25`) are the last on which something may be done. */
export type Withdrawal =
  /** `until` is null while a key has not come. */
  | { state: 'possible'; until: string | null }
  | { state: 'over'; until: string }
  | { state: 'requested'; protocol: string; answerBy: string }
  /** It is delayed where the bank did not give the money back at once. */
  | { state: 'refunding'; protocol: string; isDelayed: boolean }
  | { state: 'refunded'; protocol: string }
  | { state: 'refused'; protocol: string; reason: string };

export type SaleWithdrawal = {
  state: WithdrawalState;
  protocol: string;
  heldFor: WithdrawalHold | null;
  /** The buyer's words. */
  reason: string | null;
  /** The owner's words. */
  refusal: string | null;
  requestedAt: string;
  answerBy: string;
  isDelayed: boolean;
};

export type WaitingWithdrawal = {
  purchaseId: string;
  customer: string;
  product: string;
  amount: string;
  protocol: string;
  /** It is `refunding` where the bank refused to give the money back. */
  state: 'requested' | 'refunding';
  requestedAt: string;
  answerBy: string;
};

export type AwaitedWithdrawals = { items: WaitingWithdrawal[]; total: number };

export type WithdrawalReceived = {
  success: true;
  message: string;
  protocol: string;
  state: 'requested' | 'refunding' | 'refunded';
};

export const RequestWithdrawal = z.object({
  email: emailAddress('Email inválido'),
  reason: z.optional(z.nullable(text(0, 500, 'Escreva no máximo 500 caracteres.'))),
});
export type RequestWithdrawal = z.infer<typeof RequestWithdrawal>;

export const CancelWithdrawal = z.object({ email: emailAddress('Email inválido') });
export type CancelWithdrawal = z.infer<typeof CancelWithdrawal>;

const REASON_REQUIRED = 'Escreva o motivo, com 20 a 500 caracteres. O cliente vai ler.';

export const RefuseWithdrawal = z.object({
  decision: z.literal('refuse'),
  reason: text(20, 500, REASON_REQUIRED),
});

/** The last day in which a purchase received then may be given back. */
export function lastDayOfWithdrawal(receivedAt: string): string {
  return shiftDay(dayOf(new Date(receivedAt)), WITHDRAWAL_DAYS);
}

export function withdrawalOverText(lastDay: string): string {
  return `O prazo de ${WITHDRAWAL_DAYS} dias terminou em ${dayText(lastDay)}. Se o plugin não funciona, fale com o suporte: defeito não tem prazo de arrependimento.`;
}

export function lastDayOfDecision(requestedAt: string): string {
  return shiftDay(dayOf(new Date(requestedAt)), DECISION_DAYS);
}

export function isDayOver(day: string, now: Date): boolean {
  return now.getTime() >= startOf(shiftDay(day, 1)).getTime();
}

/** Writes `25/11/2026` of `2026-11-25`. */
export function dayText(day: string): string {
  return formatDay(startOf(day));
}
