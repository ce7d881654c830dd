import {
  countKeys,
  countKeysByProduct,
  type KeyFilter,
  type ListedKey,
  listKeyIds,
  listKeyIdsByProduct,
  listKeys,
  listKeysAfter,
} from '#db/queries/key-list.ts';
import { listKeyStock } from '#db/queries/key-stock.ts';
import { sliceOf, sumTallies } from '#db/queries/paging.ts';
import {
  type ActivationKey,
  FEW_KEYS,
  KEY_STATUS_NAMES,
  KEY_STATUSES,
  type KeyListRequest,
  type KeyStatus,
  type KeyStock,
} from '#src/wire/activation-keys.ts';
import { ERASED_CUSTOMER } from '#src/wire/dashboard.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import type { Page } from '#src/wire/lists.ts';
import { type Actor, noteChange } from './audit.ts';
import { inBatches, type TableExport } from './exports.ts';
import { readPage } from './searches.ts';
import type { Shop } from './shop.ts';
import { countOnce } from './totals.ts';

/** One page of the keys. */
export async function listActivationKeys(shop: Shop, request: KeyListRequest): Promise<Page<ActivationKey>> {
  const { page, pageSize } = request;
  const total = await totalOf(shop, request);
  const ids = await idsOf(shop, request, total);
  const rows = new Map((await listKeys(shop.db, ids)).map((row) => [row.id, row]));
  const items = ids.flatMap((id) => rows.get(id) ?? []).map(publicKey);
  return { items, total, page, pageSize };
}

/** Every key, newest first. */
export function readActivationKeys(shop: Shop): AsyncIterable<ActivationKey[]> {
  return inBatches(BATCH, (last) => listKeysAfter(shop.db, ALL, last, BATCH), publicKey);
}

/** The keys of the list as a table, newest first. Who took them out of the house stands in the audit trail. */
export async function exportActivationKeys(shop: Shop, actor: Actor, filter: KeyFilter): Promise<TableExport> {
  const { status, productId, q } = filter;
  const fields = Object.entries({ status, productId, q }).flatMap(([name, value]) => (value ? [name] : []));
  await noteChange(shop.db, shop, actor, { action: 'key.export', entity: 'activation_key', entityId: 'all', fields });
  return {
    name: 'chaves-de-ativacao',
    header: ['Chave', 'Produto', 'Status', 'Cliente', 'E-mail', 'Data de criação', 'Data de entrega', 'Compra'],
    batches: inBatches(BATCH, (last) => listKeysAfter(shop.db, filter, last, BATCH), exportedKey),
  };
}

/** What is left of each product's keys, and who waits for one. */
export async function showKeyStock(shop: Shop): Promise<KeyStock[]> {
  return (await listKeyStock(shop.db)).map((product) => ({
    productId: product.id,
    name: product.name,
    keysAvailable: product.keysAvailable,
    buyersWaiting: product.buyersWaiting,
    isRunningLow:
      product.requiresActivation === 1 &&
      product.withdrawnAt === null &&
      product.status === 'active' &&
      product.keysAvailable <= FEW_KEYS,
    requiresActivation: product.requiresActivation === 1,
    takesKeys: product.withdrawnAt === null || product.buyersWaiting > 0,
  }));
}

const ALL: KeyFilter = { status: null, productId: null, q: '' };
const BATCH = 500;

/** Counted by the triggers, unless something is searched for. */
function totalOf(shop: Shop, filter: KeyFilter): Promise<number> {
  const { status, productId, q } = filter;
  if (q !== '') return countOnce(shop, 'keys', { status, productId, q }, () => countKeys(shop.db, filter));
  const ofProduct = productId === null ? '' : `:${productId}`;
  return sumTallies(
    shop.db,
    statusesOf(filter).map((state) => `keys:${state}${ofProduct}`),
  );
}

async function idsOf(shop: Shop, request: KeyListRequest, total: number): Promise<string[]> {
  const { sort, order } = request;
  if (sort === 'product') return idsByProduct(shop, request);
  return readPage(request, {
    all: request.q === '' ? null : await totalOf(shop, { ...request, q: '' }),
    total,
    async read(way) {
      const ids = await listKeyIds(shop.db, request, sort, way);
      return way.stretch.order === order ? ids : ids.reverse();
    },
  });
}

/** No index follows the names of products: the tallies tell which products the page shows, and each has its own index. */
async function idsByProduct(shop: Shop, request: KeyListRequest): Promise<string[]> {
  const { order, status, q } = request;
  if (q !== '') return listKeyIdsByProduct(shop.db, request, order, sliceOf(request));
  const { limit, offset } = sliceOf(request);
  const counts = await countKeysByProduct(shop.db, statusesOf(request), order);
  const ids: string[] = [];
  let skip = offset;
  for (const { id: productId, total } of counts) {
    if (ids.length === limit) break;
    if (request.productId !== null && request.productId !== productId) continue;
    if (skip < total) {
      const stretch = { order: 'desc', limit: limit - ids.length, offset: skip } as const;
      ids.push(...(await listKeyIds(shop.db, { status, productId, q }, 'createdAt', { stretch, finding: 'sort' })));
    }
    skip = Math.max(skip - total, 0);
  }
  return ids;
}

function statusesOf({ status }: KeyFilter): readonly KeyStatus[] {
  return status === null ? KEY_STATUSES : [status];
}

function publicKey(row: ListedKey): ActivationKey {
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
  };
}

function exportedKey(row: ListedKey): string[] {
  const buyer = row.purchaseId === null ? '' : (row.customerName ?? ERASED_CUSTOMER);
  return [
    row.key,
    row.productName,
    KEY_STATUS_NAMES[statusOf(row)],
    buyer,
    row.customerEmail ?? '',
    formatDayTime(row.createdAt),
    row.assignedAt === null ? '' : formatDayTime(row.assignedAt),
    row.purchaseId ?? '',
  ];
}

function statusOf({ purchaseId, revokedAt }: ListedKey): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  return purchaseId === null ? 'available' : 'assigned';
}
