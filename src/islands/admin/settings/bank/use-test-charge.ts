import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { TestChargeState } from '#src/wire/payments/bank.ts';
import { TEST_CHARGE_PATH } from './bank-paths.ts';

/** It is `silent` while the bank does not respond. */
export type ShownChargeState = TestChargeState['state'] | 'silent';

const ASK_EVERY_MS = 3_000;

export function useTestCharge(reference: string) {
  const path = `${TEST_CHARGE_PATH}/${reference}`;
  const [isReturned, setReturned] = useState(false);
  const { data, isError } = useRead<TestChargeState>(path, {
    refetchInterval: ({ state: { data: last } }) => (!last || last.state === 'waiting' ? ASK_EVERY_MS : false),
  });
  const giving = useChange<undefined, TestChargeState>({
    run: () => api.post(`${path}/refund`),
    done: () => setReturned(true),
    failed: 'Erro ao devolver a cobrança de teste',
  });
  const asked: ShownChargeState = isError ? 'silent' : (data?.state ?? 'waiting');
  return {
    state: isReturned ? ('returned' as const) : asked,
    giveBack: () => giving.submit(undefined),
    isGivingBack: giving.isBusy,
  };
}
