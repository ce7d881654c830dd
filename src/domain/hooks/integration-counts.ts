import { countTokens } from '#db/queries/access/api-tokens.ts';
import { countHooks } from '#db/queries/hooks/hooks.ts';
import type { IntegrationCounts } from '#src/wire/hooks/hooks.ts';
import type { Shop } from '../shop.ts';

/** What the tabs of Integrações say. */
export async function countIntegrations({ db }: Shop): Promise<IntegrationCounts> {
  const [hooks, tokens] = await Promise.all([countHooks(db), countTokens(db)]);
  return { hooks, tokens };
}
