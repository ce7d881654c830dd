import { isRefusal } from '../../refusals.ts';
import type { BankCall, BankCallOutcome } from './bank-health.ts';

/** What the shop counts while it works, in memory. All words come from closed sets, and none names a person or a thing. */
export type Metrics = {
  countOrder(outcome: OrderOutcome): void;
  observeBankCall(call: BankCall, outcome: BankCallOutcome, tookMs: number): void;
  /** From the payment at the bank until keys and files were given; null where the bank does not say when it was. */
  observeDelivery(delayMs: number | null): void;
};

export const NO_METRICS: Metrics = { countOrder() {}, observeBankCall() {}, observeDelivery() {} };

export const ORDER_OUTCOMES = [
  'charged',
  'repeated',
  'refused',
  'turned_away',
  'refused_by_bank',
  'unclear_at_bank',
  'failed',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

/** The buyer reads the same in a sentence. */
export function outcomeOfFailure(error: unknown): OrderOutcome {
  if (!isRefusal(error)) return 'failed';
  if (error.kind === 'bank_failed') return error.code === 'bank_refused' ? 'refused_by_bank' : 'unclear_at_bank';
  return error.kind === 'too_many' || error.kind === 'unavailable' ? 'turned_away' : 'refused';
}
