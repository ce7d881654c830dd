import type { FoundUpdate } from '#src/wire/upkeep/release.ts';
import { compareVersions } from '#src/wire/upkeep/versions.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Asks because somebody has pressed the button; the shop itself never does. */
export async function searchUpdate(
  shop: Pick<Shop, 'limits' | 'release' | 'updateFeed'>,
  by: string,
): Promise<FoundUpdate> {
  if (!shop.updateFeed) throw refusal('not_allowed', 'no_feed', NO_FEED);
  await takeOrRefuse(shop, 'updateSearches', by);
  const answer = await shop.updateFeed.read();
  if (answer === 'away') throw refusal('source_failed', 'feed_away', AWAY);
  if (answer === 'strange') throw refusal('source_failed', 'feed_strange', STRANGE);
  return { ...answer, isNewer: compareVersions(answer.version, shop.release.version) > 0 };
}

const NO_FEED = 'Ninguém disse a esta loja onde procurar versões novas.';
const AWAY = 'O endereço de UPDATE_FEED não respondeu. Tente de novo mais tarde; a loja continua como está.';
const STRANGE = 'O endereço de UPDATE_FEED respondeu sem dizer uma versão. Confira se é o das versões publicadas.';
