import { randomBytes } from 'node:crypto';
import type { ConfirmPassword } from '#src/wire/access/own-account.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { INSTALLATION_PATH, LINK_HOURS, LINK_PARAMETER } from '#src/wire/installation/steps.ts';
import { expectPasswordOrFactor } from '../access/factors/confirm-identity.ts';
import type { Actor } from '../audit/audit.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';

/** Closes the demo and opens an empty shop beside it; returns the address at which its owner begins, which works once it is open. */
export async function openRealShop(
  shop: Shop,
  actor: Actor,
  typed: ConfirmPassword,
  here: { sessionId: string },
): Promise<string> {
  const demo = await shop.findDemo();
  if (!demo || demo.isBySettings) throw refusal('not_allowed', 'no_demo', NO_DEMO);
  await expectPasswordOrFactor(shop, actor, typed.current, here);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(shop.clock.now().getTime() + LINK_HOURS * HOUR_MS).toISOString();
  shop.reopening.ask(() => demo.choose({ hash: hashOfToken(token), expiresAt }));
  return `${INSTALLATION_PATH}?${LINK_PARAMETER}=${token}`;
}

const NO_DEMO = 'Esta não é a loja de demonstração, ou a de verdade se abre pelas configurações do servidor.';
const TOKEN_BYTES = 16;
