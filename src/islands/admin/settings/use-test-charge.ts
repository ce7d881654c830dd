import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { TestChargeState } from '#src/wire/bank.ts';
import { TEST_CHARGE_PATH } from './bank-paths.ts';

/** `silent` while the bank cannot be asked. */
export type ChargeNews = TestChargeState['state'] | 'silent';

const ASK_EVERY_MS = 3_000;

/** What the bank says of a test charge, asked for while its window is open and nothing has become of it. */
export function useTestCharge(reference: string, isAsking: boolean): ChargeNews {
  const [client] = useState(queryClient);
  const { data, isError } = useQuery<TestChargeState>(
    {
      queryKey: [`${TEST_CHARGE_PATH}/${reference}`],
      enabled: isAsking,
      refetchInterval: ({ state: { data: last } }) => (!last || last.state === 'waiting' ? ASK_EVERY_MS : false),
    },
    client,
  );
  return isError ? 'silent' : (data?.state ?? 'waiting');
}
