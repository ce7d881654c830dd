import type { WithdrawalHold, WithdrawalState } from '#src/wire/withdrawals/withdrawals.ts';

export type WithdrawalRow = {
  purchaseId: string;
  protocol: string;
  state: WithdrawalState;
  /** It is null where the money went back at once. */
  heldFor: WithdrawalHold | null;
  /** The buyer's words; null once erased. */
  reason: string | null;
  /** The owner's words. */
  refusal: string | null;
  requestedAt: string;
  decidedAt: string | null;
  /** The bank refused so often to give the money back. */
  tries: number;
  nextTryAt: string | null;
};
