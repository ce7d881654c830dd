import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetThing, type OpenedThing, openedThings } from '#src/client/admin/opened-things.ts';
import { ApiError, api } from '#src/client/api.ts';
import { queryClient } from '#src/client/queries.ts';
import { type Capability, can, type Role } from '#src/wire/access/roles.ts';
import type { Choice } from './choice.ts';
import { customerChoice, productChoice, purchaseChoice } from './things.ts';

/** The names are asked for anew, so that the browser keeps none; what exists no more is forgotten. */
export function useRecent(user: string, role: Role | null): Choice[] {
  const [client] = useState(queryClient);
  const [opened] = useState(() => openedThings(user).filter(({ kind }) => can(role, THING_ALLOWS[kind])));
  const reads = useQueries(
    {
      queries: opened.map((thing) => ({
        queryKey: ['recent', thing.kind, thing.id],
        queryFn: () => readThing(user, thing),
        staleTime: FRESH_MS,
        retry: false,
      })),
    },
    client,
  );
  return reads.flatMap(({ data }) => (data ? [{ ...data, key: `recent-${data.key}` }] : []));
}

async function readThing(user: string, thing: OpenedThing): Promise<Choice | null> {
  try {
    return await READERS[thing.kind](encodeURIComponent(thing.id));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetThing(user, thing);
    return null;
  }
}

/** What reads each. */
const THING_ALLOWS = {
  customer: 'readSales',
  purchase: 'readSales',
  product: 'writeProducts',
} satisfies Record<OpenedThing['kind'], Capability>;

const READERS: Record<OpenedThing['kind'], (id: string) => Promise<Choice>> = {
  customer: async (id) => customerChoice(await api.get(`/api/admin/customers/${id}`)),
  purchase: async (id) => purchaseChoice(await api.get(`/api/admin/purchases/${id}`)),
  product: async (id) => productChoice(await api.get(`/api/admin/products/${id}/details`)),
};

const FRESH_MS = 30_000;
