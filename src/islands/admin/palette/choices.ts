import {
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PackagePlus,
  Store,
  Sun,
  TicketPlus,
  UserPlus,
} from 'lucide-react';
import { logOut } from '#src/client/session.ts';
import { chooseTheme } from '#src/client/theme.ts';
import { SCREEN_GROUPS } from '#src/islands/admin/screens.ts';

export type Choice = { key: string; name: string; detail?: string; icon: LucideIcon; run: () => void };

export type ChoiceGroup = { name: string; choices: Choice[] };

export function findChoices(text: string): ChoiceGroup[] {
  const words = wordsOf(text);
  const isFound = ({ name, detail = '' }: Choice) => words.every((word) => fold(`${name} ${detail}`).includes(word));
  return [
    { name: 'Telas', choices: rankMatches(SCREENS.filter(isFound), text) },
    { name: 'Ações', choices: rankMatches(ACTIONS.filter(isFound), text) },
  ].filter(({ choices }) => choices.length > 0);
}

/** Prefix matches first, then word prefixes, then the others, each in their order. */
export function rankMatches(choices: readonly Choice[], text: string): Choice[] {
  return choices.toSorted((one, other) => distanceOf(one, text) - distanceOf(other, text));
}

function distanceOf({ name, detail = '' }: Choice, text: string): number {
  if (fold(name).startsWith(fold(text))) return 0;
  const starts = fold(`${name} ${detail}`).split(/[^\p{L}\p{N}]+/u);
  return wordsOf(text).every((word) => starts.some((start) => start.startsWith(word))) ? 1 : 2;
}

function wordsOf(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

export function goTo(address: string): () => void {
  return () => location.assign(address);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

const SCREENS: Choice[] = SCREEN_GROUPS.flatMap(({ screens }) => screens).map(({ name, href, icon }) => ({
  key: href,
  name,
  icon,
  run: goTo(href),
}));

const ACTIONS: Choice[] = [
  { key: 'new-product', name: 'Adicionar produto', icon: PackagePlus, run: goTo('/admin/products?novo=1') },
  { key: 'new-keys', name: 'Adicionar chaves', icon: KeyRound, run: goTo('/admin/activation-keys?novo=1') },
  { key: 'new-coupon', name: 'Criar cupom', icon: TicketPlus, run: goTo('/admin/promotions?novo=1') },
  { key: 'new-affiliate', name: 'Adicionar afiliado', icon: UserPlus, run: goTo('/admin/affiliates?novo=1') },
  { key: 'shop', name: 'Visitar Loja', icon: Store, run: goTo('/') },
  { key: 'theme-light', name: 'Usar tema claro', icon: Sun, run: () => chooseTheme('light') },
  { key: 'theme-dark', name: 'Usar tema escuro', icon: Moon, run: () => chooseTheme('dark') },
  { key: 'theme-system', name: 'Usar tema do sistema', icon: Monitor, run: () => chooseTheme('system') },
  { key: 'leave', name: 'Sair', icon: LogOut, run: () => void logOut() },
];
