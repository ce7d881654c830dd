import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import {
  countAdminProducts,
  deleteUnusedProduct,
  findAdminProduct,
  insertProduct,
  listAdminProducts,
  type ProductFilter,
  type ProductWithFigures,
  updateProduct,
  withdrawProduct,
} from '#db/queries/products/admin-products.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import { listKeysOfKits, listKitsWith } from '#db/queries/products/kits.ts';
import { insertTerms } from '#db/queries/products/product-pages.ts';
import { findProduct } from '#db/queries/products/products.ts';
import { endKeyWaitingOfProduct } from '#db/queries/purchases/purchase-items.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, takeTurnForPurchases } from '#db/transactions.ts';
import { laterThan } from '#src/wire/basics/dates.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { deliveryProblems, PRODUCT_NAME_LENGTH, policyProblems } from '#src/wire/products/data-fields.ts';
import { KIT_TEXTS, kitProblems } from '#src/wire/products/kits.ts';
import { LICENSE_FIELDS, licenseProblems, NO_FORMER, upgradeProblems } from '#src/wire/products/license-fields.ts';
import type { ProductFields } from '#src/wire/products/product-fields.ts';
import { DEFAULT_IMAGE, NO_DESCRIPTION, type ProductListRequest } from '#src/wire/products/product-list.ts';
import {
  type AdminProduct,
  type CreateProduct,
  type ProductDetails,
  readBlankFields,
  type UpdateProduct,
} from '#src/wire/products/products.ts';
import { type Actor, type Changes, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { newId } from '../ids.ts';
import { readKeyLevels } from '../keys/key-levels.ts';
import { followStock, STOCK_CHANGED } from '../keys/stock.ts';
import { readListPage } from '../lists/list-pages.ts';
import { conflict, invalid, refusal, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { ShopSettings } from '../shop-settings.ts';
import { checkParts } from './kit-parts.ts';
import {
  columnsOf,
  fieldsOf,
  imageOf,
  productChanges,
  toAdminProductDto,
  toProductDetailsDto,
} from './product-fields.ts';
import { readProductFilter } from './product-filter.ts';
import { areSameTerms, keepFormerSlug, takeSlug } from './product-pages.ts';
import { checkPrices, statusOfNew } from './product-prices.ts';
import { changesOfHosts, changesOfParts, replaceHosts, replaceParts, type WithRows, withRows } from './product-rows.ts';

export async function listProducts(
  shop: Shop,
  { sort, order }: Pick<ProductListRequest, 'sort' | 'order'>,
): Promise<AdminProduct[]> {
  const products = await listAdminProducts(shop.db, EVERY_PRODUCT, COLUMNS[sort], allRows(order));
  return withStock(shop, (await withRows(shop.db, products)).map(toAdminProductDto));
}

export async function listProductPage(shop: Shop, request: ProductListRequest): Promise<Page<AdminProduct>> {
  const { sort } = request;
  const filter = await readProductFilter(shop, request);
  const source = {
    total: await countAdminProducts(shop.db, filter),
    read: async ({ slice }: PagePlan) =>
      withRows(shop.db, await listAdminProducts(shop.db, filter, COLUMNS[sort], slice)),
  };
  const page = await readListPage(request, source, toAdminProductDto);
  return { ...page, items: await withStock(shop, page.items) };
}

const EVERY_PRODUCT: ProductFilter = { q: '', alsoIn: [], category: null, status: null, among: null };

async function withStock(shop: Shop, products: AdminProduct[]): Promise<AdminProduct[]> {
  const levels = new Map((await readKeyLevels(shop)).map(({ id, isLow, daysLeft }) => [id, { isLow, daysLeft }]));
  const kits = products.filter(({ kind }) => kind === 'kit').map(({ id }) => id);
  const keysOfKits = kits.length > 0 ? await listKeysOfKits(shop.db, kits) : [];
  const fewest = new Map(keysOfKits.map(({ kitId, keysAvailable }) => [kitId, keysAvailable]));
  return products.map((product) => ({
    ...product,
    keysAvailable: fewest.get(product.id) ?? product.keysAvailable,
    stock: levels.get(product.id),
  }));
}

export async function showProduct(shop: Shop, id: string): Promise<ProductDetails> {
  return readDetails(shop, await readProduct(shop.db, id));
}

export async function createProduct(shop: Shop, actor: Actor, form: CreateProduct): Promise<ProductDetails> {
  const id = newId();
  const now = shop.clock.now().toISOString();
  const fields = completeFields(shop, form);
  checkPrices(fields);
  checkFields({
    ...kitProblems(fields),
    ...policyProblems(fields),
    ...licenseProblems(fields),
    ...upgradeProblems(fields),
    ...deliveryProblems(fields, false),
  });
  const product = await inTransaction(shop.db, async (tx) => {
    await checkCategory(tx, form.categoryId);
    await checkUpgradesFrom(tx, id, form.upgradesFrom);
    await checkParts(tx, fields.parts);
    await insertFields(tx, shop, { id, fields, now });
    await recordChange(tx, shop, actor, {
      action: 'product.create',
      entityId: id,
      fields: Object.keys(form),
    });
    return readProduct(tx, id);
  });
  return readDetails(shop, product);
}

/** An inactive copy of what the form holds: without keys, versions, sales and figures. */
export async function duplicateProduct(shop: Shop, actor: Actor, originalId: string): Promise<ProductDetails> {
  const id = newId();
  const now = shop.clock.now().toISOString();
  const product = await inTransaction(shop.db, async (tx) => {
    const original = fieldsOf(await readProduct(tx, originalId));
    const name = `Cópia de ${original.name}`.slice(0, PRODUCT_NAME_LENGTH).trim();
    await insertFields(tx, shop, { id, fields: { ...original, name, slug: '', status: 'Inativo' }, now });
    await recordChange(tx, shop, actor, { action: 'product.duplicate', entityId: id });
    return readProduct(tx, id);
  });
  return readDetails(shop, product);
}

async function insertFields(
  tx: Queryable,
  shop: Shop,
  { id, fields, now }: { id: string; fields: ProductFields; now: string },
): Promise<void> {
  const slug = await takeSlug(tx, { id, name: fields.name, wanted: fields.slug });
  await insertProduct(tx, {
    id,
    ...columnsOf({ ...fields, slug }),
    termsVersion: FIRST_TERMS,
    downloads: 0,
    createdAt: now,
    updatedAt: now,
    withdrawnAt: null,
    publishedAt: fields.status === 'active' ? now : null,
  });
  await replaceHosts(tx, id, fields.hosts);
  await replaceParts(tx, id, fields.parts);
  await insertTerms(tx, { productId: id, version: FIRST_TERMS, text: fields.licenseText, createdAt: now });
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
}

const FIRST_TERMS = 1;

function completeFields({ settings }: Shop, form: CreateProduct): ProductFields {
  return {
    ...readBlankFields(),
    ...newLicense(settings),
    ...form,
    status: statusOfNew(form),
    image: imageOf(form.image || DEFAULT_IMAGE, settings.siteUrl),
    description: form.description || form.name || NO_DESCRIPTION,
  };
}

/** What the owner set for new products. */
export function newLicense(settings: ShopSettings): Partial<ProductFields> {
  const { defaultKeySource, defaultKeyPrefix, defaultMachineLimit, defaultOfflineDays, defaultIdleDays } = settings;
  return {
    keySource: defaultKeySource || LICENSE_FIELDS.keySource.blank,
    keyPrefix: defaultKeyPrefix || null,
    machineLimit: defaultMachineLimit === '' ? null : defaultMachineLimit,
    offlineDays: defaultOfflineDays,
    idleDays: defaultIdleDays,
  };
}

export async function editProduct(
  shop: Shop,
  actor: Actor,
  id: string,
  { openedAt, ...form }: UpdateProduct,
): Promise<ProductDetails> {
  const product = await inTransaction(shop.db, async (tx) => {
    const before = await readProduct(tx, id);
    if (openedAt !== undefined && openedAt !== before.updatedAt) throw outdated();
    await checkCategory(tx, form.categoryId);
    await checkUpgradesFrom(tx, id, form.upgradesFrom, fieldsOf(before).upgradesFrom);
    const { image = before.image } = form;
    const fieldsAfter = { ...fieldsOf(before), ...form, image: imageOf(image, shop.settings.siteUrl) };
    checkPrices(fieldsAfter);
    const { parts: partsBefore } = fieldsOf(before);
    const isKept = changesOfParts(partsBefore, fieldsAfter.parts)['parts'] === undefined;
    if (fieldsAfter.kind !== before.kind) checkFields({ kind: KIT_TEXTS.otherKind });
    checkFields({
      ...kitProblems(fieldsAfter),
      ...policyProblems(fieldsAfter),
      ...licenseProblems(fieldsAfter),
      ...upgradeProblems(fieldsAfter),
      ...(isAboutDelivery(form) && deliveryProblems(fieldsAfter, before.currentVersion !== null)),
    });
    const slug = await slugAfter(tx, before, fieldsAfter.slug);
    const wanted = columnsOf({ ...fieldsAfter, slug });
    const hostChanges = changesOfHosts(fieldsOf(before).hosts, fieldsAfter.hosts);
    const parts = isKept ? partsBefore : await checkParts(tx, fieldsAfter.parts);
    const partChanges = changesOfParts(partsBefore, parts);
    const changed = { ...productChanges(before, wanted), ...hostChanges, ...partChanges };
    if (Object.keys(changed).length === 0) return before;
    const updatedAt = laterThan(before.updatedAt, shop.clock.now());
    const publishedAt = before.publishedAt ?? (wanted.status === 'active' ? updatedAt : null);
    const termsVersion = before.termsVersion + (areSameTerms(before, wanted) ? 0 : 1);
    const isRaised = termsVersion !== before.termsVersion;
    const changes = { ...wanted, ...(isRaised && { termsVersion }), updatedAt, publishedAt };
    if (before.requiresActivation && !wanted.requiresActivation) {
      await takeTurnForPurchases(tx);
      await endKeyWaitingOfProduct(tx, id);
    }
    if (!(await updateProduct(tx, { id, readAt: before.updatedAt, changes }))) throw outdated();
    await keepFormerSlug(tx, id, before.slug, slug);
    if (!isKept) await replaceParts(tx, id, parts);
    if (hostChanges['hosts']) await replaceHosts(tx, id, fieldsAfter.hosts);
    const terms = { productId: id, version: termsVersion, text: fieldsAfter.licenseText, createdAt: updatedAt };
    if (isRaised) await insertTerms(tx, terms);
    await recordChange(tx, shop, actor, {
      action: 'product.update',
      entityId: id,
      changes: await withCategoryNames(tx, changed),
    });
    await followStock(tx, shop, id);
    publishAfterCommit(tx, shop, CATALOG_CHANGED, STOCK_CHANGED);
    return readProduct(tx, id);
  });
  return readDetails(shop, product);
}

/** A product whose versions were all withdrawn can still be changed in everything else. */
function isAboutDelivery({ status, downloadUrl }: Pick<UpdateProduct, 'status' | 'downloadUrl'>): boolean {
  return status !== undefined || downloadUrl !== undefined;
}

/** An address that was emptied stays as it was. */
function slugAfter(tx: Queryable, { id, name, slug }: ProductWithFigures, wanted: string): Promise<string> | string {
  if (slug !== null && (wanted === '' || wanted === slug)) return slug;
  return takeSlug(tx, { id, name, wanted: wanted === id ? '' : wanted });
}

/** A product with sales or keys is withdrawn instead, so that buyers keep what they bought. */
export async function removeProduct(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'products', id);
    const [kit] = await listKitsWith(tx, id);
    if (kit) throw conflict('in_kit', `Este produto está no kit ${kit.name}. Tire-o do kit antes.`);
    const isDeleted = await deleteUnusedProduct(tx, id);
    if (!isDeleted && !(await withdrawProduct(tx, id, shop.clock.now().toISOString()))) throw unknownProduct();
    await recordChange(tx, shop, actor, {
      action: isDeleted ? 'product.delete' : 'product.withdraw',
      entityId: id,
    });
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
  });
}

async function readDetails(shop: Shop, product: WithRows<ProductWithFigures>): Promise<ProductDetails> {
  const details = toProductDetailsDto(product);
  if (details.kind === 'plugin') return details;
  const [fewest] = await listKeysOfKits(shop.db, [product.id]);
  return { ...details, keysAvailable: fewest?.keysAvailable ?? 0 };
}

async function readProduct(db: Queryable, id: string): Promise<WithRows<ProductWithFigures>> {
  const found = await findAdminProduct(db, id);
  const [product] = found ? await withRows(db, [found]) : [];
  if (!product) throw unknownProduct();
  return product;
}

function outdated() {
  return conflict(
    'outdated',
    'Este produto foi alterado depois que você o abriu. Feche, abra de novo e repita a sua mudança.',
  );
}

function checkFields(fields: Record<string, string>): void {
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw refusal('invalid', 'invalid', sentence, { fields });
}

async function checkCategory(db: Queryable, categoryId: string | null | undefined): Promise<void> {
  if (!categoryId) return;
  const categories = await listCategories(db);
  if (categories.some(({ id }) => id === categoryId)) return;
  throw invalid('categoryId', 'Escolha uma das categorias da loja.');
}

/** One that was deleted since may stay: nobody owns it. */
async function checkUpgradesFrom(
  tx: Queryable,
  ownId: string,
  wanted: readonly string[] = [],
  former: readonly string[] = [],
): Promise<void> {
  for (const id of wanted) {
    if (id !== ownId && (former.includes(id) || (await findProduct(tx, id)))) continue;
    throw invalid('upgradesFrom', NO_FORMER);
  }
}

async function withCategoryNames(db: Queryable, changes: Changes): Promise<Changes> {
  const { categoryId } = changes;
  if (!categoryId) return changes;
  const names = new Map<unknown, string>((await listCategories(db)).map(({ id, name }) => [id, name]));
  const [before, after] = categoryId;
  return { ...changes, categoryId: [names.get(before) ?? null, names.get(after) ?? null] };
}

const COLUMNS = {
  name: 'nameOrder',
  price: 'priceCents',
  update: 'updatedAt',
  downloads: 'downloads',
} as const;
