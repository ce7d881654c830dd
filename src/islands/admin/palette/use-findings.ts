import { keepPreviousData } from '@tanstack/react-query';
import { Package, ReceiptText, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { Page } from '#src/wire/lists.ts';
import { type Choice, type ChoiceGroup, goTo } from './choices.ts';

export type Findings = {
  groups: ChoiceGroup[];
  isSearching: boolean;
  /** The names of what could not be searched. */
  failed: string[];
  retry: () => void;
};

type Product = { id: string; name: string; price: string };
type Customer = { id: string; name: string | null; email: string | null };
type Purchase = { id: string; productName: string; customerName: string | null; totalAmount: string };

const TYPING_MS = 200;
const SHORTEST_SEARCH = 2;
const FRESH_MS = 30_000;

/** What the shop keeps under a text: products, customers, and purchases by id, name or e-mail; the first five of each. */
export function useFindings(typed: string): Findings {
  const wanted = typed.trim();
  const asked = useSettled(wanted);
  const isWanted = wanted.length >= SHORTEST_SEARCH;
  const text = isWanted && asked.length >= SHORTEST_SEARCH ? asked : null;
  const searches = [
    { name: 'Produtos', ...useSearch('/api/admin/products', text, productChoice) },
    { name: 'Clientes', ...useSearch('/api/admin/customers', text, customerChoice) },
    { name: 'Vendas', ...useSearch('/api/admin/purchases', text, purchaseChoice) },
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

/** The first five of a list; null asks for nothing. */
function useSearch<Item>(path: string, text: string | null, toChoice: (item: Item) => Choice) {
  // Tables show the first letters of an id after a sign, and so it is pasted.
  const params = new URLSearchParams({ q: text?.replace(/^#/, '') ?? '', page: '1', pageSize: '5' });
  const { data, isError, isFetching, refetch } = useRead<Page<Item>>(`${path}?${params}`, {
    enabled: text !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  return { choices: data?.items.map(toChoice) ?? [], isError, isFetching, refetch };
}

/** The text as it is once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function productChoice({ id, name, price }: Product): Choice {
  const address = `/admin/products?${new URLSearchParams({ q: name })}`;
  return { key: `product-${id}`, name, detail: price, icon: Package, run: goTo(address) };
}

function customerChoice({ id, name, email }: Customer): Choice {
  const address = `/admin/customers/${encodeURIComponent(id)}`;
  return { key: `customer-${id}`, name: name ?? 'Cliente', detail: email ?? '', icon: UserRound, run: goTo(address) };
}

function purchaseChoice({ id, productName, customerName, totalAmount }: Purchase): Choice {
  const address = `/admin/sales?${new URLSearchParams({ id })}`;
  const name = `${productName} · ${customerName ?? 'Cliente removido'}`;
  return { key: `purchase-${id}`, name, detail: totalAmount, icon: ReceiptText, run: goTo(address) };
}
