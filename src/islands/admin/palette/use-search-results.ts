import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { type Capability, can, type Role } from '#src/wire/access/roles.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Choice, ChoiceGroup } from './choice.ts';
import { rankMatches } from './choices.ts';
import {
  affiliateChoice,
  couponChoice,
  customerChoice,
  keyChoice,
  manualChoice,
  productChoice,
  purchaseChoice,
} from './things.ts';

export type SearchResults = {
  groups: ChoiceGroup[];
  isSearching: boolean;
  failed: string[];
  retry: () => void;
};

const TYPING_MS = 200;
const SHORTEST_SEARCH = 2;
const FRESH_MS = 30_000;
/** The closest of this many matches are shown. */
const CANDIDATES = 30;
const SHOWN = 5;

type Searcher = { role: Role | null; findsKeys: boolean };

export function useSearchResults(typed: string, { role, findsKeys }: Searcher): SearchResults {
  const wanted = typed.trim();
  const asked = useSettled(wanted);
  const isWanted = wanted.length >= SHORTEST_SEARCH;
  const text = isWanted && asked.length >= SHORTEST_SEARCH ? asked : null;
  const asking = (allow: Capability) => (can(role, allow) ? text : null);
  const searches = [
    { name: 'Produtos', ...useSearch('/api/admin/products', asking('writeProducts'), productChoice) },
    { name: 'Clientes', ...useSearch('/api/admin/customers', asking('readSales'), customerChoice) },
    { name: 'Vendas', ...useSearch('/api/admin/purchases', asking('readSales'), purchaseChoice) },
    { name: 'Cupons', ...useSearch('/api/admin/coupons', asking('coupons'), couponChoice) },
    { name: 'Afiliados', ...useSearch('/api/admin/affiliates', asking('readPartners'), affiliateChoice) },
    { name: 'Chaves', ...useSearch('/api/admin/activation-keys', findsKeys ? text : null, keyChoice) },
    { name: 'Ajuda', ...useSearch('/api/admin/manual', text, manualChoice) },
  ];
  const failed = searches.filter(({ isError }) => isWanted && isError);
  return {
    groups: searches.filter(({ choices }) => isWanted && choices.length > 0),
    isSearching: isWanted && (asked !== wanted || searches.some(({ isFetching }) => isFetching)),
    failed: failed.map(({ name }) => name.toLowerCase()),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

function useSearch<Item>(path: string, text: string | null, toChoice: (item: Item) => Choice) {
  // Tables show ids behind a `#`, so pasted text may carry it.
  const q = text?.replace(/^#/, '') ?? '';
  const params = new URLSearchParams({ q, page: '1', pageSize: String(CANDIDATES) });
  const { data, isError, isFetching, refetch } = useRead<Pick<Page<Item>, 'items'>>(`${path}?${params}`, {
    enabled: text !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const choices = text === null || !data ? [] : rankMatches(data.items.map(toChoice), q).slice(0, SHOWN);
  return { choices, isError, isFetching, refetch };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
