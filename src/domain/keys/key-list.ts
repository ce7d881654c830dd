import { listKeysOfCustomer } from '#db/queries/customers/customer-records.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import {
  countKeys,
  countKeysByProduct,
  type KeyFilter,
  type ListedKey,
  listKeyIds,
  listKeyIdsByProduct,
  listKeys,
  listKeysAfter,
} from '#db/queries/keys/key-list.ts';
import { listKeyStock } from '#db/queries/keys/key-stock.ts';
import { type PagePlan, type Slice, sumTallies } from '#db/queries/lists/paging.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import type { ActivationKey, KeyStock } from '#src/wire/keys/activation-keys.ts';
import { HIDDEN_KEY, KEY_STATUS_NAMES, type KeyListRequest, type KeyStatus } from '#src/wire/keys/key-list.ts';
import type { ListMark, Page } from '#src/wire/lists/lists.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { readCached } from '../lists/cached-reads.ts';
import { asRead, type Columns, inBatches, type TableExport, tableOf } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { readKeyLevels } from './key-levels.ts';

export async function listKeyPage(shop: Shop, request: KeyListRequest): Promise<Page<ActivationKey>> {
  const isSearchedByIndex = request.q !== '' && request.sort !== 'product';
  const source = {
    total: await totalOf(shop, request),
    candidates: isSearchedByIndex ? await totalOf(shop, { ...request, q: '' }) : null,
    read: async (plan: PagePlan) => readKeys(shop, await listIds(shop, request, plan)),
  };
  return readListPage(request, source, toKeyDto);
}

export async function listKeysOlderThan(
  shop: Shop,
  request: KeyListRequest,
  last: ListMark | undefined,
  limit: number,
): Promise<ActivationKey[]> {
  return (await listKeysAfter(shop.db, criteriaOf(shop, request), last, limit)).map(toKeyDto);
}

/** The newest comes first. */
/** Who may not read keys learns which there are. */
export async function listKeysOfBuyer(
  shop: Shop,
  customerId: string,
  { showsKeys }: { showsKeys: boolean },
): Promise<ActivationKey[]> {
  if (!(await findCustomer(shop.db, customerId))) throw unknownCustomer();
  const rows = await listKeysOfCustomer(shop.db, customerId);
  const newest = rows.toSorted((one, other) => (other.assignedAt ?? '').localeCompare(one.assignedAt ?? ''));
  const ids = newest.slice(0, MOST_OF_BUYER).map(({ id }) => id);
  const keys = (await readKeys(shop, ids)).map(toKeyDto);
  return showsKeys ? keys : keys.map((key) => ({ ...key, key: HIDDEN_KEY }));
}

export function streamKeys(shop: Shop): AsyncIterable<ActivationKey[]> {
  return inBatches(BATCH, (last) => listKeysAfter(shop.db, criteriaOf(shop, ALL), last, BATCH), toKeyDto);
}

export async function exportActivationKeys(
  shop: Shop,
  actor: Actor,
  filter: KeyFilter,
  chosen: readonly string[] | null = null,
): Promise<TableExport> {
  const { status, productId, machines, q } = filter;
  await recordExport(shop, actor, 'key.export', { status, productId, machines, q, ids: chosen });
  const read = (last: ListedKey | undefined) => listKeysAfter(shop.db, criteriaOf(shop, filter), last, BATCH, chosen);
  return tableOf('chaves-de-ativacao', COLUMNS, inBatches(BATCH, read, asRead));
}

export async function showKeyStock(shop: Shop): Promise<KeyStock[]> {
  const [products, pools] = await Promise.all([listKeyStock(shop.db), readKeyLevels(shop)]);
  const levels = new Map(pools.map((level) => [level.id, level]));
  return products.map((product) => {
    const level = levels.get(product.id);
    return {
      productId: product.id,
      name: product.name,
      keysAvailable: product.keysAvailable,
      buyersWaiting: product.buyersWaiting,
      isRunningLow: level !== undefined && (level.isLow || level.isEnding),
      daysLeft: level?.daysLeft ?? null,
      requiresActivation: product.requiresActivation === 1,
      takesKeys: product.withdrawnAt === null || product.buyersWaiting > 0,
    };
  });
}

const MOST_OF_BUYER = 200;
const ALL: KeyFilter = { status: null, productId: null, machines: null, q: '' };
const BATCH = 500;

function criteriaOf({ clock }: Shop, filter: KeyFilter) {
  return { filter, now: clock.now().toISOString() };
}

function totalOf(shop: Shop, filter: KeyFilter): Promise<number> {
  const { status, productId, machines, q } = filter;
  const count = () => countKeys(shop.db, criteriaOf(shop, filter));
  if (machines !== null) return count();
  if (q !== '') return readCached(shop, 'keys', { status, productId, q }, count);
  const ofProduct = productId === null ? '' : `:${productId}`;
  return sumTallies(
    shop.db,
    statusesOf(filter).map((state) => `keys:${state}${ofProduct}`),
  );
}

async function readKeys(shop: Shop, ids: readonly string[]): Promise<ListedKey[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await listKeys(shop.db, ids, shop.clock.now().toISOString())).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function listIds(shop: Shop, request: KeyListRequest, plan: PagePlan): Promise<string[]> {
  const { sort } = request;
  if (sort === 'product') return listIdsByProduct(shop, request, plan.slice);
  return listKeyIds(shop.db, criteriaOf(shop, request), sort, plan);
}

/** No index sorts by product name, so the tallies select the products of the page and each is read by its own index. */
async function listIdsByProduct(shop: Shop, request: KeyListRequest, slice: Slice): Promise<string[]> {
  const { status, machines, q } = request;
  const { order, limit, offset } = slice;
  const orderInProduct = order === request.order ? 'desc' : 'asc';
  if (q !== '' || machines !== null) {
    return listKeyIdsByProduct(shop.db, criteriaOf(shop, request), slice, orderInProduct);
  }
  const counts = await countKeysByProduct(shop.db, statusesOf(request), order);
  const ids: string[] = [];
  let skip = offset;
  for (const { id: productId, total } of counts) {
    if (ids.length === limit) break;
    if (request.productId !== null && request.productId !== productId) continue;
    if (skip < total) {
      const part = { order: orderInProduct, limit: limit - ids.length, offset: skip } as const;
      const plan = { slice: part, strategy: 'sort-matches' } as const;
      const criteria = criteriaOf(shop, { status, productId, machines, q });
      ids.push(...(await listKeyIds(shop.db, criteria, 'createdAt', plan)));
    }
    skip = Math.max(skip - total, 0);
  }
  return ids;
}

function statusesOf({ status }: KeyFilter): readonly KeyStatus[] {
  return status === null ? ['available', 'assigned', 'revoked'] : [status];
}

function toKeyDto(row: ListedKey): ActivationKey {
  return {
    id: row.id,
    key: row.key,
    productId: row.productId,
    product: { name: row.productName },
    isAssigned: row.purchaseId !== null,
    status: statusOf(row),
    purchaseId: row.purchaseId,
    ...(row.purchaseId !== null && {
      purchase: { customerName: row.customerName ?? ERASED_CUSTOMER, customerEmail: row.customerEmail ?? '' },
    }),
    createdAt: row.createdAt,
    machines: row.purchaseId === null ? null : { used: row.machinesUsed ?? 0, limit: row.machineLimit },
  };
}

const COLUMNS: Columns<ListedKey> = {
  Chave: ({ key }) => key,
  Produto: ({ productName }) => productName,
  Status: (row) => KEY_STATUS_NAMES[statusOf(row)],
  Cliente: ({ purchaseId, customerName }) => (purchaseId === null ? '' : (customerName ?? ERASED_CUSTOMER)),
  'E-mail': ({ customerEmail }) => customerEmail ?? '',
  'Data de criação': ({ createdAt }) => formatDayTime(createdAt),
  'Data de entrega': ({ assignedAt }) => (assignedAt === null ? '' : formatDayTime(assignedAt)),
  Compra: ({ purchaseId }) => purchaseId ?? '',
  Pedido: ({ purchaseNumber }) => (purchaseNumber === null ? '' : String(purchaseNumber)),
};

function statusOf({ purchaseId, revokedAt }: ListedKey): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  return purchaseId === null ? 'available' : 'assigned';
}
