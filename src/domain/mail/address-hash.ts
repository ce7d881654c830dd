import type { Shop } from '../shop.ts';

/** Hashes the mailbox behind an address; nobody can tell whose it is without the shop's key. */
export function addressHash(shop: Pick<Shop, 'keyedHash'>, email: string): string {
  return shop.keyedHash(`reminders:${normalizeAddress(email)}`);
}

/** One mailbox has one name: neither capitals, nor what follows a plus, nor Gmail's dots make another. */
export function normalizeAddress(email: string): string {
  const [mailbox = '', host = ''] = email.trim().toLowerCase().split('@');
  const plain = mailbox.split('+', 1)[0] ?? '';
  return GMAIL.has(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`;
}

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);
