import { timingSafeEqual } from 'node:crypto';
import { listInstallationLinks } from '#db/queries/installation/installation.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';

/** Wrong tokens count, wherever they stand, and nobody guesses on after some of them. */
export async function holdsLink(shop: Shop, token: string | undefined, clientNetwork: string): Promise<boolean> {
  if (!token || (await shop.limits.peek('installationLinks', clientNetwork)) !== null) return false;
  const links = await listInstallationLinks(shop.db, shop.clock.now().toISOString());
  const typed = Buffer.from(hashOfToken(token));
  // Each is compared, so that the time tells of none.
  const matches = links.filter(({ hash }) => timingSafeEqual(Buffer.from(hash), typed));
  if (matches.length > 0) return true;
  await shop.limits.take('installationLinks', clientNetwork);
  return false;
}
