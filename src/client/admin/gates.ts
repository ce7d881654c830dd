import { api } from '../api.ts';
import { withStorage } from '../logout.ts';
import { GATE_FLAGS } from '../session.ts';

export type Gate = 'products' | 'activation-keys';

const PLACES = {
  products: { flag: GATE_FLAGS.products, screen: '/admin/products', entrance: '/admin/products-auth' },
  'activation-keys': {
    flag: GATE_FLAGS.activationKeys,
    screen: '/admin/activation-keys',
    entrance: '/admin/activation-keys-auth',
  },
} satisfies Record<Gate, { flag: string; screen: string; entrance: string }>;

export function isGateOpen(gate: Gate): boolean {
  try {
    return localStorage.getItem(PLACES[gate].flag) !== null;
  } catch {
    return false;
  }
}

/** Gates that were passed or forgotten in another tab are told, too. */
export function watchGates(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

export async function openGate(gate: Gate, password: string): Promise<'open' | 'not_remembered'> {
  await api.post(`/api/admin/gates/${gate}`, { password });
  return rememberGate(gate);
}

export function rememberGate(gate: Gate): 'open' | 'not_remembered' {
  try {
    localStorage.setItem(PLACES[gate].flag, 'true');
    return 'open';
  } catch (error) {
    console.warn('O acesso não pôde ser guardado neste navegador:', error);
    return 'not_remembered';
  }
}

export function enterGate(gate: Gate): void {
  location.replace(PLACES[gate].screen + location.search);
}

export function returnToGate(gate: Gate): void {
  withStorage(() => localStorage.removeItem(PLACES[gate].flag));
  location.replace(PLACES[gate].entrance + location.search);
}
