import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '#src/client/queries.ts';
import type { KeyStock } from '#src/wire/activation-keys.ts';
import { STOCK_PATH } from './key-paths.ts';

/** What is left of each product's keys, and who waits for one. */
export function useKeyStock(rendered: KeyStock[] | null) {
  const [client] = useState(queryClient);
  return useQuery<KeyStock[]>({ queryKey: [STOCK_PATH], initialData: rendered ?? undefined }, client);
}
