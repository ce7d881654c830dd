import {
  countAdminProducts,
  deleteUnusedProduct,
  findAdminProduct,
  insertProduct,
  listAdminProducts,
  type ProductWithFigures,
  updateProduct,
  withdrawProduct,
} from '#db/queries/admin-products.ts';
import { listCategories } from '#db/queries/categories.ts';
import { allRows, type PagePlan } from '#db/queries/paging.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { Page } from '#src/wire/lists.ts';
import { licenseProblems } from '#src/wire/machines.ts';
import {
  type AdminProduct,
  type CreateProduct,
  DEFAULT_IMAGE,
  NO_DESCRIPTION,
  NO_DOWNLOAD,
  type ProductListRequest,
  policyProblems,
  readBlankFields,
  type UpdateProduct,
} from '#src/wire/products.ts';
import { type Actor, type Changes, recordChange } from './audit.ts';
import { newId } from './ids.ts';
import { readListPage } from './list-pages.ts';
import { columnsOf, fieldsOf, imageOf, productChanges, toAdminProductDto } from './product-fields.ts';
import { checkPrices, statusOfNew } from './product-prices.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

export async function listProducts(
  shop: Shop,
  { sort, order }: Pick<ProductListRequest, 'sort' | 'order'>,
): Promise<AdminProduct[]> {
  return (await listAdminProducts(shop.db, '', COLUMNS[sort], allRows(order))).map(toAdminProductDto);
}

export async function listProductPage(shop: Shop, request: ProductListRequest): Promise<Page<AdminProduct>> {
  const { q, sort } = request;
  const source = {
    total: await countAdminProducts(shop.db, q),
    read: ({ slice }: PagePlan) => listAdminProducts(shop.db, q, COLUMNS[sort], slice),
  };
  return readListPage(request, source, toAdminProductDto);
}

export async function showProduct(shop: Shop, id: string): Promise<AdminProduct> {
  return toAdminProductDto(await readProduct(shop.db, id));
}

export async function createProduct(shop: Shop, actor: Actor, form: CreateProduct): Promise<AdminProduct> {
  const id = newId();
  const now = shop.clock.now().toISOString();
  const fields = completeFields(shop, form);
  checkPrices(fields);
  checkFields({ ...policyProblems(fields), ...licenseProblems(fields) });
  const product = await inTransaction(shop.db, async (tx) => {
    await checkCategory(tx, form.categoryId);
    await insertProduct(tx, {
      id,
      ...columnsOf(fields),
      downloads: 0,
      createdAt: now,
      updatedAt: now,
      withdrawnAt: null,
      publishedAt: fields.status === 'active' ? now : null,
    });
    await recordChange(tx, shop, actor, {
      action: 'product.create',
      entity: 'product',
      entityId: id,
      fields: Object.keys(form),
    });
    return readProduct(tx, id);
  });
  shop.pageCache.drop();
  return toAdminProductDto(product);
}

function completeFields({ settings }: Shop, form: CreateProduct): Required<CreateProduct> {
  return {
    ...readBlankFields(),
    ...form,
    status: statusOfNew(form),
    image: imageOf(form.image || DEFAULT_IMAGE, settings.siteUrl),
    description: form.description || form.name || NO_DESCRIPTION,
  };
}

export async function editProduct(
  shop: Shop,
  actor: Actor,
  id: string,
  { openedAt, ...form }: UpdateProduct,
): Promise<AdminProduct> {
  const product = await inTransaction(shop.db, async (tx) => {
    const before = await readProduct(tx, id);
    if (openedAt !== undefined && openedAt !== before.updatedAt) throw outdated();
    await checkCategory(tx, form.categoryId);
    const { image = before.image } = form;
    const fieldsAfter = { ...fieldsOf(before), ...form, image: imageOf(image, shop.settings.siteUrl) };
    checkPrices(fieldsAfter);
    const isWithoutFile = fieldsAfter.downloadUrl === '' && before.currentVersion === null;
    checkFields({
      ...policyProblems(fieldsAfter),
      ...licenseProblems(fieldsAfter),
      ...(form.downloadUrl === '' && isWithoutFile && { downloadUrl: NO_DOWNLOAD }),
    });
    const wanted = columnsOf(fieldsAfter);
    const changed = productChanges(before, wanted);
    if (Object.keys(changed).length === 0) return before;
    const updatedAt = laterThan(before.updatedAt, shop.clock.now());
    const publishedAt = before.publishedAt ?? (wanted.status === 'active' ? updatedAt : null);
    const changes = { ...wanted, updatedAt, publishedAt };
    if (!(await updateProduct(tx, { id, readAt: before.updatedAt, changes }))) throw outdated();
    await recordChange(tx, shop, actor, {
      action: 'product.update',
      entity: 'product',
      entityId: id,
      changes: await withCategoryNames(tx, changed),
    });
    return readProduct(tx, id);
  });
  shop.pageCache.drop();
  return toAdminProductDto(product);
}

/** A product with sales or keys is withdrawn instead, so that buyers keep what they bought. */
export async function removeProduct(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'products', id);
    const isDeleted = await deleteUnusedProduct(tx, id);
    if (!isDeleted && !(await withdrawProduct(tx, id, shop.clock.now().toISOString()))) throw unknownProduct();
    await recordChange(tx, shop, actor, {
      action: isDeleted ? 'product.delete' : 'product.withdraw',
      entity: 'product',
      entityId: id,
    });
  });
  shop.pageCache.drop();
  return { success: true };
}

async function readProduct(db: Queryable, id: string): Promise<ProductWithFigures> {
  const product = await findAdminProduct(db, id);
  if (!product) throw unknownProduct();
  return product;
}

function unknownProduct() {
  return notFound('Produto não encontrado.');
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
  const sentence = 'Escolha uma das categorias da loja.';
  throw refusal('invalid', 'invalid', sentence, { fields: { categoryId: sentence } });
}

async function withCategoryNames(db: Queryable, changes: Changes): Promise<Changes> {
  const { categoryId } = changes;
  if (!categoryId) return changes;
  const names = new Map<unknown, string>((await listCategories(db)).map(({ id, name }) => [id, name]));
  const [before, after] = categoryId;
  return { ...changes, categoryId: [names.get(before) ?? null, names.get(after) ?? null] };
}

/** Keeps `updatedAt` unique for changes within one millisecond. */
function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

const COLUMNS = {
  name: 'nameOrder',
  price: 'priceCents',
  update: 'updatedAt',
  downloads: 'downloads',
} as const;
