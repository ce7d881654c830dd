import type { PasskeyRow } from '#db/tables/access.ts';
import type { Shop } from '../../shop.ts';
import type { PasskeyPlace } from './factor-tools.ts';

/** Not what a request says: a proxy may rename the host, and another site must not choose it. */
export function passkeyPlace({ settings }: Pick<Shop, 'settings'>): PasskeyPlace {
  const { origin, hostname } = new URL(settings.siteUrl);
  return { origin, domain: hostname };
}

/** Browsers refuse numbers, and want https or this very machine. */
export function canHavePasskeys({ settings }: Pick<Shop, 'settings'>): boolean {
  const { protocol, hostname } = new URL(settings.siteUrl);
  const isNumber = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return !isNumber && (protocol === 'https:' || hostname === 'localhost');
}

/** One of another domain, or that was copied, opens nothing. */
export function isUsable(passkey: Pick<PasskeyRow, 'domain' | 'clonedAt'>, { domain }: PasskeyPlace): boolean {
  return passkey.domain === domain && passkey.clonedAt === null;
}
