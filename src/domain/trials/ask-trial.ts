import { findProductOnSale } from '#db/queries/products/products.ts';
import { beginTrial, findTrialByToken, insertOrRenewTrial } from '#db/queries/trials/trials.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { keyPrefixOf } from '#src/wire/products/license-fields.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { type AskForTrial, TRIAL_ASKED, TRIAL_LINK_HOURS, TRIAL_TEXTS } from '#src/wire/trials/trials.ts';
import { newId } from '../ids.ts';
import { generateKey } from '../keys/generated-keys.ts';
import { addressHash } from '../mail/address-hash.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, refusal, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken, tokenOf } from '../tokens.ts';

/** Answers the same for every address: what it may do, its mail alone says. */
export async function askForTrial(
  shop: Shop,
  productId: string,
  { email }: AskForTrial,
  clientNetwork: string,
): Promise<Done> {
  await takeOrRefuse(shop, 'trials', clientNetwork);
  await findTrialProduct(shop.db, productId);
  const mailboxHash = addressHash(shop, email);
  if ((await shop.limits.take('trialLinks', mailboxHash)) !== null) return { success: true, message: TRIAL_ASKED };
  const now = shop.clock.now();
  const linkId = newId();
  await inTransaction(shop.db, async (tx) => {
    const trial = await insertOrRenewTrial(tx, {
      id: newId(),
      productId,
      mailboxHash,
      email,
      tokenHash: hashOfToken(tokenOf(shop, linkId)),
      linkExpiresAt: new Date(now.getTime() + TRIAL_LINK_HOURS * HOUR_MS).toISOString(),
      createdAt: now.toISOString(),
    });
    const kind = trial.confirmedAt === null ? 'trial_link' : 'trial_key';
    await queueMail(tx, shop, { kind, payload: `${trial.id}.${linkId}` });
  });
  return { success: true, message: TRIAL_ASKED };
}

/** Throws where the link was used, is too old, or belongs to a product that is no longer tried. */
export async function showTrialOffer(shop: Shop, token: string): Promise<{ productName: string; days: number }> {
  const { product } = await findOffer(shop.db, shop, token);
  return { productName: product.name, days: product.trialDays };
}

/** Returns the trial's id. Of many who use the link at once one begins the trial. */
export async function startTrial(shop: Shop, token: string, clientNetwork: string): Promise<string> {
  await takeOrRefuse(shop, 'trialStarts', clientNetwork);
  return inTransaction(shop.db, async (tx) => {
    const { trial, product } = await findOffer(tx, shop, token);
    const now = shop.clock.now();
    const end = now.getTime() + product.trialDays * DAY_MS;
    const hasBegun = await beginTrial(tx, trial.id, {
      key: generateKey(product.keyPrefix ?? keyPrefixOf(product.name)),
      confirmedAt: now.toISOString(),
      endsAt: new Date(end - (end % SECOND_MS)).toISOString(),
    });
    if (!hasBegun) throw linkOver();
    await queueMail(tx, shop, { kind: 'trial_key', payload: trial.id });
    return trial.id;
  });
}

async function findOffer(db: Queryable, { clock }: Shop, token: string) {
  const trial = await findTrialByToken(db, hashOfToken(token));
  if (!trial || trial.confirmedAt !== null || trial.linkExpiresAt <= clock.now().toISOString()) throw linkOver();
  return { trial, product: await findTrialProduct(db, trial.productId) };
}

async function findTrialProduct(db: Queryable, productId: string): Promise<ProductRow> {
  const product = await findProductOnSale(db, productId);
  if (!product) throw unknownProduct();
  if (product.trialDays === 0 || product.requiresActivation === 0) throw conflict('no_trial', TRIAL_TEXTS.none);
  return product;
}

function linkOver() {
  return refusal('gone', 'link_over', TRIAL_TEXTS.linkOver);
}
