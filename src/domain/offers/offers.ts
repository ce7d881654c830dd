import {
  countOtherActiveOffers,
  deleteOffer,
  findOffer,
  insertOffer,
  type ListedOffer,
  listOffers,
  updateOffer,
} from '#db/queries/offers/offers.ts';
import { findProduct } from '#db/queries/products/products.ts';
import type { OfferRow } from '#db/tables/offers.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { formatCents, MINIMUM_CHARGE, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import type { OfferChange, OfferFields } from '#src/wire/offers/offer-fields.ts';
import { MOST_ACTIVE_OFFERS, type Offer } from '#src/wire/offers/offers.ts';
import { type Actor, changesBetween, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PROMOTIONS } from '../turns.ts';

export async function showOffers({ db }: Shop): Promise<Offer[]> {
  return (await listOffers(db)).map(toOfferDto);
}

export function createOffer(shop: Shop, actor: Actor, fields: OfferFields): Promise<Offer> {
  return inTransaction(shop.db, async (tx) => {
    const createdAt = shop.clock.now().toISOString();
    const { productId, offeredProductId, ...rest } = fields;
    const offer = { id: newId(), productId, offeredProductId, ...columnsOf(rest), shownCount: 0, createdAt };
    await check(tx, offer);
    await insertOffer(tx, offer);
    await recordChange(tx, shop, actor, { action: 'offer.create', entityId: offer.id, fields: Object.keys(fields) });
    return showChanged(tx, shop, offer.id);
  });
}

export function editOffer(shop: Shop, actor: Actor, id: string, fields: OfferChange): Promise<Offer> {
  return inTransaction(shop.db, async (tx) => {
    const before = await findOffer(tx, id);
    if (!before) throw unknownOffer();
    const after = { ...before, ...columnsOf(fields) };
    await check(tx, after);
    await updateOffer(tx, after);
    const changes = changesBetween(audited(before), audited(after));
    if (Object.keys(changes).length > 0) {
      await recordChange(tx, shop, actor, { action: 'offer.update', entityId: id, changes });
    }
    return showChanged(tx, shop, id);
  });
}

/** Orders that took it keep its price. */
export function removeOffer(shop: Shop, actor: Actor, id: string): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    if (!(await deleteOffer(tx, id))) throw unknownOffer();
    await recordChange(tx, shop, actor, { action: 'offer.delete', entityId: id });
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
  });
}

async function check(tx: Queryable, offer: OfferRow): Promise<void> {
  await oneAtATime(tx, PROMOTIONS);
  const [product, offered] = [await findProduct(tx, offer.productId), await findProduct(tx, offer.offeredProductId)];
  if (!product || product.withdrawnAt !== null) throw invalid('productId', 'Escolha um produto da loja.');
  if (!offered || offered.withdrawnAt !== null) throw invalid('offeredProductId', 'Escolha um produto da loja.');
  if (product.id === offered.id) throw invalid('offeredProductId', 'Escolha outro produto: este já está no pedido.');
  if (offered.kind === 'kit') throw invalid('offeredProductId', 'Escolha um plugin: um kit tem a sua própria página.');
  if (offer.priceCents < MINIMUM_CHARGE_CENTS) throw invalid('price', `O menor preço é ${MINIMUM_CHARGE}.`);
  if (offer.priceCents >= offered.priceCents) {
    throw invalid('price', `A oferta precisa custar menos que os ${formatCents(offered.priceCents)} do produto.`);
  }
  if (offer.isActive && (await countOtherActiveOffers(tx, offer)) >= MOST_ACTIVE_OFFERS) {
    throw conflict('too_many_offers', `${product.name} já tem três ofertas ativas. Desative uma delas antes.`);
  }
}

async function showChanged(tx: Queryable, shop: Shop, id: string): Promise<Offer> {
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
  const changed = (await listOffers(tx)).find((offer) => offer.id === id);
  if (!changed) throw unknownOffer();
  return toOfferDto(changed);
}

function audited({ priceCents, headline, text, isActive }: OfferRow) {
  return { price: formatCents(priceCents), headline, text, isActive };
}

function columnsOf({ price, isActive, ...fields }: OfferChange) {
  return { ...fields, priceCents: price, isActive: isActive ? (1 as const) : (0 as const) };
}

function toOfferDto({ priceCents, fullCents, isActive, shownCount, taken, ...offer }: ListedOffer): Offer {
  const count = taken ?? 0;
  // Visits are stored a while after they came.
  const shown = Math.max(shownCount, count);
  return {
    ...offer,
    price: formatCents(priceCents),
    fullPrice: formatCents(fullCents),
    isActive: isActive === 1,
    shown,
    taken: count,
    rate: shown === 0 ? null : Math.round((1_000 * count) / shown) / 10,
  };
}

function unknownOffer() {
  return notFound('Oferta não encontrada. Ela pode ter sido excluída em outra janela.');
}
