import { api } from './api.ts';
import { GATE_FLAGS } from './session.ts';

/** The areas of the back-office that ask for a password of their own. */
export type Gate = 'products' | 'activation-keys';

const PLACES = {
  products: { flag: GATE_FLAGS.products, screen: '/admin/products', entrance: '/admin/products-auth' },
  'activation-keys': {
    flag: GATE_FLAGS.activationKeys,
    screen: '/admin/activation-keys',
    entrance: '/admin/activation-keys-auth',
  },
} satisfies Record<Gate, { flag: string; screen: string; entrance: string }>;

/** Whether this browser remembers that the gate was passed. One that forbids storage remembers nothing. */
export function isGateOpen(gate: Gate): boolean {
  try {
    return localStorage.getItem(PLACES[gate].flag) !== null;
  } catch {
    return false;
  }
}

/** Tells of gates that another tab has passed, or forgotten at its logout. Answers the function that ends it. */
export function watchGates(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Has the server compare the password, and remembers that it was right. Rejects with the server's sentence. */
export async function openGate(gate: Gate, password: string): Promise<'open' | 'not_remembered'> {
  await api.post(`/api/admin/gates/${gate}`, { password });
  try {
    localStorage.setItem(PLACES[gate].flag, 'true');
    return 'open';
  } catch (error) {
    console.warn('O acesso não pôde ser guardado neste navegador:', error);
    return 'not_remembered';
  }
}

/** Leads to what lies behind the gate, with what its address asked for before. */
export function enterGate(gate: Gate): void {
  location.replace(PLACES[gate].screen + location.search);
}

/** Leads back to the gate: this browser has not passed it, or the server says that this session has not. */
export function returnToGate(gate: Gate): void {
  try {
    localStorage.removeItem(PLACES[gate].flag);
  } catch (error) {
    console.warn('O que o painel guarda neste navegador não pôde ser usado:', error);
  }
  location.replace(PLACES[gate].entrance + location.search);
}
