import { useRead } from '#src/islands/admin/use-read.ts';
import type { TestChargeState } from '#src/wire/payments/bank.ts';
import { TEST_CHARGE_PATH } from './bank-paths.ts';

/** It is `silent` while the bank does not respond. */
export type ShownChargeState = TestChargeState['state'] | 'silent';

const ASK_EVERY_MS = 3_000;

export function useTestCharge(reference: string): ShownChargeState {
  const { data, isError } = useRead<TestChargeState>(`${TEST_CHARGE_PATH}/${reference}`, {
    refetchInterval: ({ state: { data: last } }) => (!last || last.state === 'waiting' ? ASK_EVERY_MS : false),
  });
  return isError ? 'silent' : (data?.state ?? 'waiting');
}
