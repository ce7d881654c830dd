import type { WithdrawalHold, WithdrawalState } from '#src/wire/withdrawals/withdrawals.ts';

export type WithdrawalRow = {
  purchaseId: string;
  protocol: string;
  state: WithdrawalState;
  /** Null where the money went back at once. */
  heldFor: WithdrawalHold | null;
  /** The buyer's words; null once erased. */
  reason: string | null;
  /** The owner's words. */
  refusal: string | null;
  requestedAt: string;
  decidedAt: string | null;
  /** How often the bank refused to give the money back. */
  tries: number;
  nextTryAt: string | null;
};
