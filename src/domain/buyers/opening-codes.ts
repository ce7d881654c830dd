import { saveOpeningCode, spendOpeningTries, takeOpeningCode } from '#db/queries/buyers/opening-codes.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { BUYER_TEXTS, type OpenByCode, TOKEN_TRIES } from '#src/wire/buyers/buyer.ts';
import { OPENING_MINUTES } from '#src/wire/buyers/opening-codes.ts';
import { drawLetters, LETTERS, readLetters } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Whoever has the purchase's page may draw one; the former code of the purchase ends. */
export async function drawOpeningCode(shop: Shop, purchaseId: string, clientNetwork: string): Promise<string> {
  await takeOrRefuse(shop, 'openingCodes', clientNetwork);
  const code = drawLetters(2 * HALF);
  const expiresAt = new Date(shop.clock.now().getTime() + OPENING_MINUTES * MINUTE_MS).toISOString();
  await saveOpeningCode(shop.db, { purchaseId, ...hashesOf(shop, code), expiresAt });
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`;
}

/** Opens one purchase and gives no session. */
export async function openByCode(
  shop: Shop,
  { code: typed }: OpenByCode,
  clientNetwork: string,
): Promise<{ purchaseId: string }> {
  const code = readLetters(typed);
  if (![...code].every((letter) => LETTERS.includes(letter))) throw notFound(BUYER_TEXTS.unknownOpeningCode);
  await takeOrRefuse(shop, 'openingTries', clientNetwork);
  await takeOrRefuse(shop, 'openingTriesOfAll', 'all');
  const opened = await take(shop, code);
  if (!opened) throw notFound(BUYER_TEXTS.unknownOpeningCode);
  await shop.limits.release('openingTries', clientNetwork);
  await shop.limits.release('openingTriesOfAll', 'all');
  return opened;
}

/** No transaction is around it that a refusal would undo: a spent try stays spent. */
async function take(shop: Shop, code: string): Promise<{ purchaseId: string } | undefined> {
  const now = shop.clock.now().toISOString();
  const { nameHash, codeHash } = hashesOf(shop, code);
  const named = await spendOpeningTries(shop.db, { nameHash, now, most: TOKEN_TRIES });
  const right = named.find((row) => row.codeHash === codeHash);
  return right && takeOpeningCode(shop.db, right, now);
}

/** The first half says which code is meant, so that guesses at the second are counted. */
function hashesOf({ keyedHash }: Shop, code: string) {
  return {
    nameHash: keyedHash(`opening code name:${code.slice(0, HALF)}`),
    codeHash: keyedHash(`opening code:${code}`),
  };
}

/** It has forty bits: at the limit of all networks, with a hundred codes alive, it takes centuries to guess one. */
const HALF = 4;
