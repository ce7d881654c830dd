import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { BankSetup } from '#src/wire/bank.ts';
import { BANK_PATH } from './bank-paths.ts';

/** What the bank says about the settings, asked for as the screen opens and whenever the owner wants. */
export function useBankSetup() {
  const [client] = useState(queryClient);
  const { data, isError, isFetching, refetch } = useQuery<BankSetup>({ queryKey: [BANK_PATH] }, client);
  return { setup: data, isError, isFetching, refetch: () => void refetch() };
}
