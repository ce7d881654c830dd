import { listTeamOf } from '#db/queries/access/users.ts';
import {
  countUnreservedKeys,
  followSoldOut,
  listFallenPools,
  notePlentyOfKeys,
  takeFall,
} from '#db/queries/keys/stock-levels.ts';
import {
  deleteVainStockNotices,
  insertStockNotice,
  listAwaitedProducts,
  takeStockNotices,
} from '#db/queries/keys/stock-notices.ts';
import { listProductsOfKit } from '#db/queries/products/kits.ts';
import { findProduct, findProductOnSale } from '#db/queries/products/products.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { rolesWith } from '#src/wire/access/roles.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { type AskForNotice, NOTICE_ASKED, NOTICE_DAYS } from '#src/wire/keys/stock-notices.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { mostHeld } from './most-held.ts';

/** Sales take keys without a look at these, so a worker follows them. */
export async function watchStock(shop: Shop): Promise<void> {
  await followStock(shop.db, shop, null);
  for (const productId of await listFallenPools(shop.db, shop.settings.lowKeysAt)) await tellOwner(shop, productId);
  for (const productId of await listAwaitedProducts(shop.db)) await tellThoseWhoWait(shop, productId);
}

/** Wakes the worker that follows the pools. */
export const STOCK_CHANGED = 'stock';

export async function forgetVainNotices({ db, clock }: Shop): Promise<void> {
  await deleteVainStockNotices(db, new Date(clock.now().getTime() - NOTICE_DAYS * DAY_MS).toISOString());
}

/** A transaction follows one product, so that no two hold one that the other needs. */
export async function followStock(db: Queryable, shop: Shop, productId: string | null): Promise<void> {
  await notePlentyOfKeys(db, productId, shop.settings.lowKeysAt);
  const isShown = await followSoldOut(db, productId, shop.clock.now().toISOString());
  if (isShown) publishAfterCommit(db, shop, CATALOG_CHANGED);
}

/** Answers the same for every address. */
export async function askForNotice(
  shop: Shop,
  productId: string,
  { email }: AskForNotice,
  clientNetwork: string,
): Promise<Done> {
  await takeOrRefuse(shop, 'stockNotices', clientNetwork);
  const product = await findProductOnSale(shop.db, productId);
  if (!product) throw unknownProduct();
  const createdAt = shop.clock.now().toISOString();
  if (await canBeOrdered(shop.db, product, createdAt)) {
    throw conflict('available', `${product.name} já está à venda de novo.`);
  }
  await insertStockNotice(shop.db, { id: newId(), productId, email, createdAt });
  return { success: true, message: NOTICE_ASKED };
}

/** Each unpaid order keeps a key while it can be paid, so that nobody pays for what is not there. */
export async function reserveKeys(
  tx: Queryable,
  products: readonly ProductRow[],
  { network, now }: { network: string; now: string },
): Promise<void> {
  const paused = products.filter(pausesWithoutKeys).toSorted((one, other) => one.id.localeCompare(other.id));
  for (const [id, [product, ...others]] of Map.groupBy(paused, (each) => each.id)) {
    await oneAtATime(tx, `stock:${id}`);
    const { free, reserved, reservedByNetwork } = await countUnreservedKeys(tx, id, now, network);
    const wanted = 1 + others.length;
    const isWithinShare = reservedByNetwork + wanted <= mostHeld(free);
    if (free >= reserved + wanted && isWithinShare) continue;
    throw conflict(
      'sold_out',
      free > 0 ? ALL_RESERVED : `${product?.name} volta em breve. Deixe seu e-mail e a loja avisa.`,
    );
  }
}

const ALL_RESERVED =
  'As últimas chaves estão em pedidos que ainda podem ser pagos. Tente de novo em alguns minutos, ou deixe seu e-mail e a loja avisa.';

async function canBeOrdered(db: Queryable, product: ProductRow, now: string): Promise<boolean> {
  const sold = product.kind === 'kit' ? await listProductsOfKit(db, product.id) : [product];
  for (const { id } of sold.filter(pausesWithoutKeys)) {
    const { free, reserved } = await countUnreservedKeys(db, id, now);
    if (free <= reserved) return false;
  }
  return true;
}

function pausesWithoutKeys({ pauseWithoutKeys, requiresActivation, keySource }: ProductRow): boolean {
  return pauseWithoutKeys === 1 && requiresActivation === 1 && keySource === 'pool';
}

/** Tells the owner once each time the keys run low; they must rise above the number before the next. */
async function tellOwner(shop: Shop, productId: string): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    if (!(await takeFall(tx, productId))) return;
    const product = await findProduct(tx, productId);
    const { free: keysAvailable } = await countUnreservedKeys(tx, productId, now);
    const data = { productId, productName: product?.name ?? '', keysAvailable };
    await announceEvent(tx, shop, { type: 'keys.low', subjectId: productId, which: now, data });
    for (const { id } of await listTeamOf(tx, rolesWith('writeKeys'))) {
      await queueMail(tx, shop, { kind: 'low_keys', payload: JSON.stringify({ productId, userId: id, at: now }) });
    }
  });
}

async function tellThoseWhoWait(shop: Shop, productId: string): Promise<void> {
  const now = shop.clock.now().toISOString();
  const product = await findProductOnSale(shop.db, productId);
  if (!product || !(await canBeOrdered(shop.db, product, now))) return;
  let told = BATCH;
  while (told === BATCH) {
    told = await inTransaction(shop.db, async (tx) => {
      const taken = await takeStockNotices(tx, productId, now, BATCH);
      for (const id of taken) await queueMail(tx, shop, { kind: 'stock_notice', payload: id });
      return taken.length;
    });
  }
}

const BATCH = 200;
