import { keepPreviousData } from '@tanstack/react-query';
import { Handshake, KeyRound, Package, ReceiptText, TicketPercent, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { ActivationKey } from '#src/wire/activation-keys.ts';
import type { Affiliate } from '#src/wire/affiliates.ts';
import type { Coupon } from '#src/wire/coupons.ts';
import type { Page } from '#src/wire/lists.ts';
import { numberText } from '#src/wire/purchases.ts';
import { type Choice, type ChoiceGroup, goTo, rankMatches } from './choices.ts';

export type SearchResults = {
  groups: ChoiceGroup[];
  isSearching: boolean;
  failed: string[];
  retry: () => void;
};

type Product = { id: string; name: string; price: string };
type Customer = { id: string; name: string | null; email: string | null };
type Purchase = { id: string; number: number; productName: string; customerName: string | null; totalAmount: string };

const TYPING_MS = 200;
const SHORTEST_SEARCH = 2;
const FRESH_MS = 30_000;
/** The closest of this many matches are shown. */
const CANDIDATES = 30;
const SHOWN = 5;

export function useSearchResults(typed: string, findsKeys: boolean): SearchResults {
  const wanted = typed.trim();
  const asked = useSettled(wanted);
  const isWanted = wanted.length >= SHORTEST_SEARCH;
  const text = isWanted && asked.length >= SHORTEST_SEARCH ? asked : null;
  const searches = [
    { name: 'Produtos', ...useSearch('/api/admin/products', text, productChoice) },
    { name: 'Clientes', ...useSearch('/api/admin/customers', text, customerChoice) },
    { name: 'Vendas', ...useSearch('/api/admin/purchases', text, purchaseChoice) },
    { name: 'Cupons', ...useSearch('/api/admin/coupons', text, couponChoice) },
    { name: 'Afiliados', ...useSearch('/api/admin/affiliates', text, affiliateChoice) },
    { name: 'Chaves', ...useSearch('/api/admin/activation-keys', findsKeys ? text : null, keyChoice) },
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
  const { data, isError, isFetching, refetch } = useRead<Page<Item>>(`${path}?${params}`, {
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

function productChoice({ id, name, price }: Product): Choice {
  const address = `/admin/products?${new URLSearchParams({ q: name })}`;
  return { key: `product-${id}`, name, detail: price, icon: Package, run: goTo(address) };
}

function customerChoice({ id, name, email }: Customer): Choice {
  const address = `/admin/customers/${encodeURIComponent(id)}`;
  return { key: `customer-${id}`, name: name ?? 'Cliente', detail: email ?? '', icon: UserRound, run: goTo(address) };
}

function purchaseChoice({ id, number, productName, customerName, totalAmount }: Purchase): Choice {
  const address = `/admin/sales?${new URLSearchParams({ id })}`;
  const name = `${productName} · ${customerName ?? 'Cliente removido'} · ${numberText({ number })}`;
  return { key: `purchase-${id}`, name, detail: totalAmount, icon: ReceiptText, run: goTo(address) };
}

function couponChoice({ id, code, name }: Coupon): Choice {
  const address = `/admin/promotions?${new URLSearchParams({ q: code })}`;
  return { key: `coupon-${id}`, name: code, detail: name, icon: TicketPercent, run: goTo(address) };
}

function affiliateChoice({ id, name, couponCode }: Affiliate): Choice {
  const address = `/admin/affiliates?${new URLSearchParams({ q: name })}`;
  return { key: `affiliate-${id}`, name, detail: couponCode, icon: Handshake, run: goTo(address) };
}

function keyChoice({ id, key, product }: ActivationKey): Choice {
  const address = `/admin/activation-keys?${new URLSearchParams({ q: key })}`;
  return { key: `key-${id}`, name: key, detail: product.name, icon: KeyRound, run: goTo(address) };
}
