import {
  deleteSomeLines,
  deleteSomeReadSales,
  insertImportProblems,
  listImportSales,
} from '#db/queries/imports/import-lines.ts';
import {
  insertImportedCustomers,
  insertImportedProduct,
  insertImportedSales,
  type KnownCustomer,
  listCustomersWithEmails,
  listTakenKeys,
  type NewImportedSale,
} from '#db/queries/imports/imported-sales.ts';
import { changeImport, listImportsUnderWay, listKnownOrders, lockImport } from '#db/queries/imports/imports.ts';
import { listImportTargets } from '#db/queries/products/admin-products.ts';
import { listProductsByIds } from '#db/queries/products/products.ts';
import type { ImportRow } from '#db/tables/imports.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { inBulk, inTransaction, sendTogether } from '#db/transactions.ts';
import { dayOf, shiftDay } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import {
  IMPORT_TEXTS,
  type ImportCounts,
  type ImportProduct,
  MOST_PRODUCTS,
  type RunImport,
  type StoreImport,
} from '#src/wire/imports/imports.ts';
import { factsOfSource, type ImportColumns, NEEDED_FIELDS } from '#src/wire/imports/sources.ts';
import { IMPORT_PROVIDER } from '#src/wire/payments/pix-providers.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { newIdAt } from '../ids.ts';
import { conflict, refusal } from '../refusals.ts';
import { termsAtSale } from '../releases/update-terms.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { createImportedProduct, NEW_PRODUCT, SKIPPED_PRODUCT } from './import-products.ts';
import { findOrRefuse, IMPORTS, showImport, wrongState } from './imports.ts';
import type { Problem, ReadSale } from './read-sales.ts';
import { takeOutBatch } from './undo-import.ts';

/** The sales come in batch by batch, by the worker of any process. */
export async function runImport(shop: Shop, actor: Actor, id: string, form: RunImport): Promise<StoreImport> {
  const row = await findOrRefuse(shop, id);
  if (row.state !== 'checked') throw wrongState();
  const columns: ImportColumns = JSON.parse(row.columns);
  if (NEEDED_FIELDS.some((field) => columns[field] === undefined)) throw unmapped(IMPORT_TEXTS.columns);
  const products = await chosenProducts(shop, JSON.parse(row.products), form);
  const rates = chosenRates(JSON.parse(row.rates), form);
  if (JSON.parse(row.counts).sales === 0) throw conflict('mapping', IMPORT_TEXTS.nothing);
  await inTransaction(shop.db, async (tx) => {
    const isOurs = await changeImport(tx, id, ['checked'], {
      state: 'importing',
      products: JSON.stringify(products),
      rates: JSON.stringify(rates),
      announces: form.announces ? 1 : 0,
      startedAt: shop.clock.now().toISOString(),
    });
    if (!isOurs) throw wrongState();
    await recordChange(tx, shop, actor, { action: 'import.run', entityId: id });
    publishAfterCommit(tx, shop, IMPORTS);
  });
  return showImport(shop, id);
}

/** Goes on where this process, or another, was. */
export async function workOnImports(shop: Shop, stopping?: AbortSignal): Promise<void> {
  for (const id of await listImportsUnderWay(shop.db)) {
    while (!stopping?.aborted && (await inBulk(shop.db, (tx) => workBatch(tx, shop, id)))) {
      // Buyers write between two batches.
      await yieldToEventLoop();
    }
  }
}

/** All who write wait for one of them: twice as many take a fifth less time, and orders as much longer. */
const BATCH = 40;

/** Returns false when nothing of it is left to do. */
async function workBatch(tx: Queryable, shop: Shop, id: string): Promise<boolean> {
  const row = await lockImport(tx, id);
  if (row?.state === 'undoing') return takeOutBatch(tx, shop, row);
  if (row?.state !== 'importing') return false;
  publishAfterCommit(tx, shop, 'sales');
  const read = await listImportSales(tx, id, row.position, BATCH);
  const sales = read.map(({ sale }) => JSON.parse(sale) as ReadSale);
  if (sales.length === 0) return endImport(tx, shop, row);
  const products = await withIds(tx, shop, row, sales);
  const added = await bringIn(tx, shop, { ...row, products: JSON.stringify(products) }, sales);
  const counts: ImportCounts = JSON.parse(row.counts);
  await changeImport(tx, id, ['importing'], {
    products: JSON.stringify(products),
    position: read.at(-1)?.position ?? row.position,
    counts: JSON.stringify({ ...counts, imported: counts.imported + added }),
  });
  return true;
}

async function endImport(tx: Queryable, shop: Shop, { id, announces }: ImportRow): Promise<boolean> {
  if ((await deleteSomeReadSales(tx, id)) || (await deleteSomeLines(tx, id))) return true;
  const endedAt = shop.clock.now().toISOString();
  await changeImport(tx, id, ['importing'], { state: 'done', endedAt, cursor: announces === 1 ? '' : null });
  return false;
}

function unmapped(sentence: string) {
  return refusal('invalid', 'mapping', sentence);
}

async function chosenProducts(
  { db }: Shop,
  products: readonly ImportProduct[],
  form: RunImport,
): Promise<ImportProduct[]> {
  if (products.length > MOST_PRODUCTS) throw unmapped(IMPORT_TEXTS.products);
  const ours = new Set((await listImportTargets(db)).map(({ id }) => id));
  const chosen = products.map((product) => {
    const { target = product.target, image = product.image } =
      form.products.find(({ name }) => name === product.name) ?? {};
    return { ...product, target, image };
  });
  const isKnown = ({ target }: ImportProduct) =>
    target === NEW_PRODUCT || target === SKIPPED_PRODUCT || ours.has(target);
  if (!chosen.every(isKnown)) throw unmapped(IMPORT_TEXTS.destination);
  return chosen;
}

function chosenRates(known: Record<string, string | null>, { rates = {} }: RunImport): Record<string, string> {
  const chosen = Object.keys(known).map((currency) => [currency, rates[currency] ?? known[currency] ?? null] as const);
  if (chosen.some(([, rate]) => rate === null || rateOf(rate) === 0)) throw unmapped(IMPORT_TEXTS.rate);
  return Object.fromEntries(chosen.map(([currency, rate]) => [currency, rate ?? '']));
}

/** In ten-thousandths of a real. */
function rateOf(rate: string): number {
  return Math.round(Number(rate.replace(',', '.')) * 10_000);
}

/** Creates the products of these sales that the shop has not; from then on they go by their ids. */
async function withIds(
  tx: Queryable,
  shop: Shop,
  row: ImportRow,
  sales: readonly ReadSale[],
): Promise<ImportProduct[]> {
  const products: ImportProduct[] = JSON.parse(row.products);
  const rates: Record<string, string> = JSON.parse(row.rates);
  for (const product of products) {
    if (product.target !== NEW_PRODUCT) continue;
    if (!sales.some(({ items }) => items.some(({ product: name }) => name === product.name))) continue;
    const { amountCents, currency } = product.newest;
    const priceCents = inReais(amountCents, currency, rates);
    product.target = await createImportedProduct(tx, shop, { id: row.createdBy }, product, priceCents);
    await insertImportedProduct(tx, product.target, row.id);
  }
  return products;
}

function inReais(cents: number, currency: string, rates: Record<string, string>): number {
  const rate = rates[currency];
  return rate === undefined ? cents : Math.round((cents * rateOf(rate)) / 10_000);
}

/** Returns how many came in. */
async function bringIn(tx: Queryable, shop: Shop, row: ImportRow, sales: readonly ReadSale[]): Promise<number> {
  const { source, id: importId } = row;
  const targetOf = new Map((JSON.parse(row.products) as ImportProduct[]).map(({ name, target }) => [name, target]));
  const rates: Record<string, string> = JSON.parse(row.rates);
  const wanted = sales.flatMap((sale) => priced(sale, targetOf, rates) ?? []);
  if (wanted.length === 0) return 0;
  const externalIds = wanted.map(({ externalId }) => externalId);
  const keys = wanted.flatMap(({ items }) => items.flatMap(({ key }) => key ?? []));
  const productIds = wanted.flatMap(({ items }) => items.map(({ productId }) => productId));
  const [orders, takenKeys, knownCustomers, ofItems] = await sendTogether(
    tx,
    () => listKnownOrders(tx, { source, externalIds }),
    () => listTakenKeys(tx, keys),
    () => listCustomersWithEmails(tx, [...new Set(wanted.map(({ email }) => email))]),
    () => listProductsByIds(tx, [...new Set(productIds)]),
  );
  const imported = new Set(orders);
  const taken = new Set(takenKeys.map(({ productId, key }) => `${productId} ${key}`));
  const problems: Problem[] = [];
  const added: PricedSale[] = [];
  for (const sale of wanted.filter(({ externalId }) => !imported.has(externalId))) {
    const own = sale.items.flatMap(({ productId, key }) =>
      key === null ? [] : [{ named: `${productId} ${key}`, key }],
    );
    const known = own.find(({ named }) => taken.has(named));
    // Two names of the file may have become one product.
    const twice = own.find(({ named }, at) => own.findIndex((other) => other.named === named) < at);
    const [line = 0] = sale.lines;
    if (known) problems.push({ line, field: 'key', value: known.key, reason: 'key_taken' });
    else if (twice) problems.push({ line, field: 'key', value: twice.key, reason: 'key_twice' });
    else {
      added.push(sale);
      for (const { named } of own) taken.add(named);
    }
  }
  if (problems.length > 0)
    await insertImportProblems(
      tx,
      problems.map((problem) => ({ importId, ...problem })),
    );
  if (added.length === 0) return 0;
  const customers = await customersOf(tx, importId, { sales: added, known: knownCustomers, now: shop.clock.now() });
  const products = new Map(ofItems.map((product) => [product.id, product]));
  const rows = added.map((sale) => rowsOf(shop, row, sale, { customerId: nth(customers, sale.email), products }));
  await insertImportedSales(tx, rows);
  return added.length;
}

type PricedItem = Pick<ReadSale['items'][number], 'key' | 'isKeyRevoked'> & { productId: string; totalCents: number };
type PricedSale = Omit<ReadSale, 'items' | 'currency'> & { items: PricedItem[] };

/** Without the products that stay behind; null where nothing is left. */
function priced(sale: ReadSale, targetOf: Map<string, string>, rates: Record<string, string>): PricedSale | null {
  const items = sale.items.flatMap(({ product, amountCents, ...ofKey }) => {
    const productId = targetOf.get(product);
    if (productId === undefined || productId === SKIPPED_PRODUCT) return [];
    return [{ ...ofKey, productId, totalCents: inReais(amountCents, sale.currency, rates) }];
  });
  if (items.length === 0) return null;
  const totalCents = items.reduce((sum, item) => sum + item.totalCents, 0);
  const returned = Math.min(totalCents, inReais(sale.returnedCents, sale.currency, rates));
  const { currency: _, ...rest } = sale;
  return { ...rest, items, totalCents, returnedCents: sale.refundedAt === null ? returned : totalCents };
}

/** By their addresses; those that nobody knew are added. */
async function customersOf(
  tx: Queryable,
  importId: string,
  { sales, known, now }: { sales: readonly PricedSale[]; known: readonly KnownCustomer[]; now: Date },
): Promise<Map<string, string>> {
  const ids = new Map(known.map(({ id, email }) => [email, id]));
  const first = new Map<string, PricedSale>();
  for (const sale of sales) {
    const other = first.get(sale.email);
    if (!ids.has(sale.email) && (!other || sale.paidAt < other.paidAt)) first.set(sale.email, sale);
  }
  const added = await insertImportedCustomers(
    tx,
    importId,
    [...first.values()]
      .toSorted((one, other) => (one.email < other.email ? -1 : 1))
      .map((sale) => ({ id: newIdAt(now), name: nameOf(sale), email: sale.email, createdAt: sale.paidAt })),
  );
  for (const { id, email } of added) ids.set(email, id);
  return ids;
}

function nameOf({ name, email }: Pick<ReadSale, 'name' | 'email'>): string {
  return name || email.slice(0, email.indexOf('@'));
}

type Around = { customerId: string; products: Map<string, ProductRow> };

function rowsOf(shop: Shop, { id: importId, source }: ImportRow, sale: PricedSale, around: Around): NewImportedSale {
  const { customerId, products } = around;
  const { externalId, email, paidAt, refundedAt, totalCents, returnedCents, affiliateCode } = sale;
  const now = shop.clock.now();
  const id = newIdAt(now);
  const soon = shiftDay(dayOf(new Date(now.getTime() + DAY_MS)), UNTOLD_DAYS);
  const items = sale.items.map((item, position) => {
    const product = nth(products, item.productId);
    const terms = termsAtSale(product, new Date(paidAt));
    return {
      id: position === 0 ? id : newIdAt(now),
      purchaseId: id,
      position,
      productId: product.id,
      productName: product.name,
      kitId: null,
      kitName: null,
      offerId: null,
      licenseTerms: product.licenseTerms,
      termsVersion: null,
      priceCents: item.totalCents,
      totalCents: item.totalCents,
      requiresActivation: item.key === null ? (0 as const) : (1 as const),
      keyWaitingSince: null,
      downloadCount: 0,
      lastDownloadHour: null,
      ...terms,
      upgradesItemId: null,
      replacesKey: 0 as const,
      completesItemIds: null,
      renewsItemId: null,
      renewalMonths: null,
      updatesUntilAtSale: null,
      // Nobody hears of the shop by the end of what began elsewhere.
      isEndTold: terms.updatesUntil !== null && terms.updatesUntil < soon ? (1 as const) : (0 as const),
    };
  });
  const [first] = items;
  if (!first) throw new Error('A sale has at least one item.');
  return {
    purchase: {
      id,
      transactionId: newIdAt(now),
      providerReference: `${source}:${externalId}`,
      provider: IMPORT_PROVIDER,
      account: null,
      idempotencyKeyHash: null,
      requestHash: null,
      customerId,
      customerName: nameOf(sale),
      customerEmail: email,
      productId: first.productId,
      productName: first.productName,
      priceCents: totalCents,
      discountCents: 0,
      totalCents,
      paidCents: totalCents,
      returnedCents,
      returnedAt: returnedCents > 0 ? (refundedAt ?? paidAt) : null,
      couponCode: null,
      status: refundedAt === null ? 'COMPLETED' : 'REFUNDED',
      failureReason: null,
      review: null,
      chargeState: 'closed',
      providerChargeId: null,
      providerPaymentId: null,
      endToEndId: null,
      payerHash: null,
      pixCopyPaste: null,
      expiresAt: paidAt,
      createdAt: paidAt,
      completedAt: paidAt,
      refundRequestedAt: null,
      refundedAt,
      nextCheckAt: null,
      lastCheckAt: null,
      checkCount: 0,
      recoveredFrom: null,
      whatsapp: null,
      originSource: null,
      originCampaign: null,
      origin: null,
      clickIds: null,
      affiliateId: null,
      attribution: null,
      attributedAt: null,
    },
    items,
    keys: sale.items.flatMap(({ key, isKeyRevoked = false }, at) => {
      const item = items[at];
      if (key === null || !item) return [];
      return [
        {
          id: newIdAt(now),
          productId: item.productId,
          key,
          itemId: item.id,
          createdAt: paidAt,
          assignedAt: paidAt,
          // When it ceased to hold elsewhere is not known.
          revokedAt: refundedAt ?? (isKeyRevoked ? paidAt : null),
          revokedReason: refundedAt ? ('refunded' as const) : isKeyRevoked ? ('deleted' as const) : null,
          frozenAt: null,
          replacedByItemId: null,
          uses: 0,
          machineLimit: nth(products, item.productId).machineLimit,
        },
      ];
    }),
    sale: { purchaseId: id, importId, source, externalId, affiliateCode },
    event: {
      purchaseId: id,
      at: now.toISOString(),
      event: 'imported',
      source: 'admin',
      detail: [factsOfSource(source).name, ...(affiliateCode ? [`indicada por ${affiliateCode}`] : [])].join(', '),
    },
  };
}

const UNTOLD_DAYS = 60;

function nth<Value>(values: Map<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error('What a batch needs was read before.');
  return value;
}
