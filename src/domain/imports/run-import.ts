import {
  countImportSales,
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
import {
  changeImport,
  findImport,
  listImportsUnderWay,
  listKnownOrders,
  lockImport,
} from '#db/queries/imports/imports.ts';
import { listImportTargets } from '#db/queries/products/admin-products.ts';
import { listProductsByIds } from '#db/queries/products/products.ts';
import type { ImportRow } from '#db/tables/imports.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { firstReadsOf, inBulk, inTransaction, sendTogether } from '#db/transactions.ts';
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
    let read: ReadSales | null | undefined;
    while (!stopping?.aborted && read !== null) {
      read = await workBatch(shop, id, read);
      // Buyers write between two batches.
      await yieldToEventLoop();
    }
  }
}

/** All who write wait for one of them: a third more take a twentieth less time, and orders as much longer. */
const BATCH = 60;

type ReadSales = { position: number; sale: ReadSale }[];

async function readSome(reads: Queryable, id: string, after: number): Promise<ReadSales> {
  const rows = await listImportSales(reads, id, after, BATCH);
  return rows.map(({ position, sale }) => ({ position, sale: JSON.parse(sale) }));
}

/** Takes what the batch before has read ahead, and returns what it did; null where nothing is left to do. */
async function workBatch(shop: Shop, id: string, ahead?: ReadSales): Promise<ReadSales | null | undefined> {
  const row = await findImport(shop.db, id);
  if (row?.state === 'undoing') return (await inBulk(shop.db, (tx) => takeOutBatch(tx, shop, id))) ? undefined : null;
  if (row?.state !== 'importing') return null;
  const read = ahead ?? (await readSome(shop.db, id, row.position));
  return inBulk(shop.db, (tx) => (read.length > 0 ? bringIn(tx, shop, row, read) : endImport(tx, shop, row)));
}

/** Neither another process has gone on meanwhile, nor was a buyer of these sales erased. */
async function isUnchanged(reads: Queryable, { id, position, products }: ImportRow, read: ReadSales): Promise<boolean> {
  const now = await lockImport(reads, id);
  const left = await countImportSales(reads, id, { after: position, last: read.at(-1)?.position ?? position });
  const isWhereItWas = now?.state === 'importing' && now.position === position && now.products === products;
  return isWhereItWas && left === read.length;
}

async function endImport(tx: Queryable, shop: Shop, { id, announces }: ImportRow): Promise<ReadSales | null> {
  await lockImport(tx, id);
  if ((await deleteSomeReadSales(tx, id)) || (await deleteSomeLines(tx, id))) return [];
  const endedAt = shop.clock.now().toISOString();
  await changeImport(tx, id, ['importing'], { state: 'done', endedAt, cursor: announces === 1 ? '' : null });
  return null;
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

/** From then on they go by their ids. */
async function createProducts(
  tx: Queryable,
  shop: Shop,
  { id, createdBy, rates }: ImportRow,
  { products, missing }: { products: ImportProduct[]; missing: ImportProduct[] },
): Promise<void> {
  for (const product of missing) {
    const priceCents = inReais(product.newest.amountCents, product.newest.currency, JSON.parse(rates));
    product.target = await createImportedProduct(tx, shop, { id: createdBy }, product, priceCents);
    await insertImportedProduct(tx, product.target, id);
  }
  await changeImport(tx, id, ['importing'], { products: JSON.stringify(products) });
}

function inReais(cents: number, currency: string, rates: Record<string, string>): number {
  const rate = rates[currency];
  return rate === undefined ? cents : Math.round((cents * rateOf(rate)) / 10_000);
}

/**
 * Products that the shop has not are created in a step of their own. Reads ahead what the next step needs, unless this one has to
 * be made again.
 */
async function bringIn(tx: Queryable, shop: Shop, row: ImportRow, read: ReadSales): Promise<ReadSales | undefined> {
  publishAfterCommit(tx, shop, 'sales');
  const sales = read.map(({ sale }) => sale);
  const products: ImportProduct[] = JSON.parse(row.products);
  const named = new Set(sales.flatMap(({ items }) => items.map(({ product }) => product)));
  const missing = products.filter(({ name, target }) => target === NEW_PRODUCT && named.has(name));
  if (missing.length > 0) {
    if (await isUnchanged(tx, row, read)) await createProducts(tx, shop, row, { products, missing });
    return undefined;
  }
  const targetOf = new Map(products.map(({ name, target }) => [name, target]));
  const rates: Record<string, string> = JSON.parse(row.rates);
  const wanted = sales.flatMap((sale) => priced(sale, targetOf, rates) ?? []);
  const reads = firstReadsOf(tx, shop.db);
  if (!(await isUnchanged(reads, row, read))) return undefined;
  const known = await findKnown(reads, row, wanted);
  const { added, problems } = withoutKnown(wanted, known);
  const now = shop.clock.now();
  const { ids, customers } = customersOf(added, known.customers, now);
  const soon = shiftDay(dayOf(new Date(now.getTime() + DAY_MS)), UNTOLD_DAYS);
  const around = { ids, products: known.products, soon };
  const position = read.at(-1)?.position ?? row.position;
  const counts: ImportCounts = JSON.parse(row.counts);
  // What is computed after the first of these is computed while SQLite's thread writes.
  const { 4: ahead } = await sendTogether(
    tx,
    () => insertImportedCustomers(tx, row.id, customers),
    () =>
      insertImportedSales(
        tx,
        added.map((sale) => rowsOf(shop, row, sale, around)),
      ),
    () =>
      insertImportProblems(
        tx,
        problems.map((problem) => ({ importId: row.id, ...problem })),
      ),
    () =>
      changeImport(tx, row.id, ['importing'], {
        position,
        counts: JSON.stringify({ ...counts, imported: counts.imported + added.length }),
      }),
    () => readSome(reads, row.id, position),
  );
  return ahead;
}

type Known = {
  orders: Set<string>;
  keys: { productId: string; key: string }[];
  customers: KnownCustomer[];
  products: Map<string, ProductRow>;
};

async function findKnown(reads: Queryable, { source }: ImportRow, wanted: readonly PricedSale[]): Promise<Known> {
  if (wanted.length === 0) return { orders: new Set(), keys: [], customers: [], products: new Map() };
  const externalIds = wanted.map(({ externalId }) => externalId);
  const items = wanted.flatMap((sale) => sale.items);
  const products = await listProductsByIds(reads, [...new Set(items.map(({ productId }) => productId))]);
  return {
    orders: new Set(await listKnownOrders(reads, { source, externalIds })),
    keys: await listTakenKeys(
      reads,
      items.flatMap(({ key }) => key ?? []),
    ),
    customers: await listCustomersWithEmails(reads, [...new Set(wanted.map(({ email }) => email))]),
    products: new Map(products.map((product) => [product.id, product])),
  };
}

/** A sale with a key that the shop has is a problem. */
function withoutKnown(wanted: readonly PricedSale[], { orders, keys }: Known) {
  const taken = new Set(keys.map(({ productId, key }) => `${productId} ${key}`));
  const problems: Problem[] = [];
  const added: PricedSale[] = [];
  for (const sale of wanted.filter(({ externalId }) => !orders.has(externalId))) {
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
  return { added, problems };
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

/** By their addresses, and those among them whom nobody knew. */
function customersOf(sales: readonly PricedSale[], known: readonly KnownCustomer[], now: Date) {
  const ids = new Map(known.map(({ id, email }) => [email, id]));
  const first = new Map<string, PricedSale>();
  for (const sale of sales) {
    const other = first.get(sale.email);
    if (!ids.has(sale.email) && (!other || sale.paidAt < other.paidAt)) first.set(sale.email, sale);
  }
  const customers = [...first.values()]
    .toSorted((one, other) => (one.email < other.email ? -1 : 1))
    .map((sale) => ({ id: newIdAt(now), name: nameOf(sale), email: sale.email, createdAt: sale.paidAt }));
  for (const { id, email } of customers) ids.set(email, id);
  return { ids, customers };
}

function nameOf({ name, email }: Pick<ReadSale, 'name' | 'email'>): string {
  return name || email.slice(0, email.indexOf('@'));
}

/** Updates that end before the day `soon` do so untold. */
type Around = { ids: Map<string, string>; products: Map<string, ProductRow>; soon: string };

function rowsOf(shop: Shop, { id: importId, source }: ImportRow, sale: PricedSale, around: Around): NewImportedSale {
  const { ids, products, soon } = around;
  const { externalId, email, paidAt, refundedAt, totalCents, returnedCents, affiliateCode } = sale;
  const now = shop.clock.now();
  const id = newIdAt(now);
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
      customerId: nth(ids, email),
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
