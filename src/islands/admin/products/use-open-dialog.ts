import { useEffect, useRef, useState } from 'react';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { TABS, type Tab } from './product-tabs.ts';

/** `id` is null for a new product; `key` stays when that one is stored. */
type OpenWindow = { kind: 'product'; key: string; id: string | null; tab: Tab };
type OpenDialog = { kind: 'none' } | OpenWindow | { kind: 'delete'; product: AdminProduct } | { kind: 'categories' };

/** What is asked for while another still loads takes its place. A product's window has an address. */
export function useOpenDialog() {
  const [open, setOpen] = useState<OpenDialog>(NOTHING);
  const latest = useRef<OpenDialog>(NOTHING);
  /** Says whether Back has to wait, since the window asks first. */
  const holdsBack = useRef<() => boolean>(() => false);

  function show(next: OpenDialog): void {
    latest.current = next;
    setOpen(next);
  }

  function openWindow(window: Omit<OpenWindow, 'kind'>): void {
    history.pushState(PUSHED, '', addressOf({ kind: 'product', ...window }));
    show({ kind: 'product', ...window });
  }

  function change(changes: Partial<OpenWindow>): void {
    if (latest.current.kind !== 'product') return;
    const next = { ...latest.current, ...changes };
    history.replaceState(history.state, '', addressOf(next));
    show(next);
  }

  useEffect(() => {
    const read = () => {
      const [before, named] = [latest.current, windowInAddress()];
      if (before.kind === 'product' && holdsBack.current()) {
        history.pushState(PUSHED, '', addressOf(before));
        return;
      }
      latest.current = named;
      setOpen(named);
    };
    read();
    if (latest.current.kind === 'product') history.replaceState(history.state, '', addressOf(latest.current));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  return {
    open,
    holdsBack,
    openNew: () => openWindow({ key: NEW, id: null, tab: 'data' }),
    openEdit: (id: string) => openWindow({ key: id, id, tab: 'data' }),
    openDelete: (product: AdminProduct) => show({ kind: 'delete', product }),
    openCategories: () => show({ kind: 'categories' }),
    showTab: (tab: Tab) => change({ tab }),
    goOnWith: (id: string) => change({ id, tab: 'versions' }),
    close(): void {
      const wasWindow = latest.current.kind === 'product';
      show(NOTHING);
      if (!wasWindow) return;
      if (isPushed(history.state)) history.back();
      else history.replaceState(history.state, '', addressOf(NOTHING));
    },
  };
}

const NOTHING = { kind: 'none' } as const;
const NEW = 'novo';
/** Marks the entries of the history that Back leaves for the list. */
const PUSHED = { isProductWindow: true };

function isPushed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isProductWindow' in state;
}

function addressOf(open: OpenDialog): URL {
  const address = new URL(location.href);
  for (const name of [NEW, 'abrir', 'id', 'aba']) address.searchParams.delete(name);
  if (open.kind !== 'product') return address;
  if (open.id === null) address.searchParams.set(NEW, '1');
  else address.searchParams.set('id', open.id);
  if (open.tab !== 'data') address.searchParams.set('aba', nameOf(open.tab));
  return address;
}

/** Mails and bookmarks of before say `?abrir=`. */
function windowInAddress(): OpenDialog {
  const named = new URL(location.href).searchParams;
  const id = named.get('id') || named.get('abrir');
  const tab = TABS.find(({ address }) => address === named.get('aba'))?.value ?? 'data';
  if (id) return { kind: 'product', key: id, id, tab };
  return named.get(NEW) === '1' ? { kind: 'product', key: NEW, id: null, tab: 'data' } : NOTHING;
}

function nameOf(tab: Tab): string {
  return TABS.find(({ value }) => value === tab)?.address ?? '';
}
