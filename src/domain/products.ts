import { listCategories } from '#db/queries/categories.ts';
import {
  deleteUnusedProduct,
  findOfficeProduct,
  insertProduct,
  listOfficeProducts,
  type OfficeProduct,
  updateProduct,
  withdrawProduct,
} from '#db/queries/product-office.ts';
import type { Queryable } from '#db/tables.ts';
import type { ListRequest, Page } from '#src/wire/lists.ts';
import {
  type AdminProduct,
  type CreateProduct,
  DEFAULT_IMAGE,
  NO_DESCRIPTION,
  type ProductSort,
  type UpdateProduct,
} from '#src/wire/products.ts';
import { type Actor, noteChange } from './audit.ts';
import { newId } from './ids.ts';
import { adminProduct, changedFields, columnsOf, fieldsOf, imageOf } from './product-fields.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

/** Every product in one array. */
export async function listProducts(
  shop: Shop,
  { sort, order }: Pick<ListRequest<ProductSort>, 'sort' | 'order'>,
): Promise<AdminProduct[]> {
  return (await listOfficeProducts(shop.db, { sort, order })).map(adminProduct);
}

/** One page of the products whose name or description contains `q`, whatever its case and accents. */
export async function findProducts(shop: Shop, request: ListRequest<ProductSort>): Promise<Page<AdminProduct>> {
  const { q, page, pageSize } = request;
  const words = plain(q);
  const products = await listOfficeProducts(shop.db, request);
  const found = words
    ? products.filter(({ name, description }) => plain(name).includes(words) || plain(description).includes(words))
    : products;
  const first = (page - 1) * pageSize;
  return { items: found.slice(first, first + pageSize).map(adminProduct), total: found.length, page, pageSize };
}

export async function showProduct(shop: Shop, id: string): Promise<AdminProduct> {
  return adminProduct(await readProduct(shop.db, id));
}

export async function createProduct(shop: Shop, actor: Actor, form: CreateProduct): Promise<AdminProduct> {
  const id = newId();
  const now = shop.clock.now().toISOString();
  const product = await shop.db.transaction().execute(async (tx) => {
    await checkCategory(tx, form.categoryId);
    const inserted = await insertProduct(tx, {
      id,
      ...columnsOf({
        status: 'active',
        categoryId: null,
        systemRequirements: '',
        isFeatured: false,
        requiresActivation: true,
        videoUrl: '',
        originalPrice: null,
        ...form,
        image: imageOf(form.image || DEFAULT_IMAGE, shop.settings.siteUrl),
        description: form.description || form.name || NO_DESCRIPTION,
      }),
      downloads: 0,
      createdAt: now,
      updatedAt: now,
      withdrawnAt: null,
    });
    await noteChange(tx, shop, actor, {
      action: 'product.create',
      entity: 'product',
      entityId: id,
      fields: Object.keys(form),
    });
    return inserted;
  });
  shop.pageCache.drop();
  return adminProduct(product);
}

/** Changes the fields that are given. */
export async function editProduct(
  shop: Shop,
  actor: Actor,
  id: string,
  { openedAt, ...form }: UpdateProduct,
): Promise<AdminProduct> {
  const product = await shop.db.transaction().execute(async (tx) => {
    const before = await readProduct(tx, id);
    if (openedAt !== undefined && openedAt !== before.updatedAt) throw outdated();
    await checkCategory(tx, form.categoryId);
    const { image = before.image } = form;
    const wanted = columnsOf({ ...fieldsOf(before), ...form, image: imageOf(image, shop.settings.siteUrl) });
    const fields = changedFields(before, wanted);
    if (fields.length === 0) return before;
    const updatedAt = laterThan(before.updatedAt, shop.clock.now());
    const after = await updateProduct(tx, { id, readAt: before.updatedAt, changes: { ...wanted, updatedAt } });
    if (!after) throw outdated();
    await noteChange(tx, shop, actor, { action: 'product.update', entity: 'product', entityId: id, fields });
    return after;
  });
  shop.pageCache.drop();
  return adminProduct(product);
}

/** A product that a sale or a key refers to is withdrawn from every list instead: its buyers keep what they bought. */
export async function removeProduct(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  await shop.db.transaction().execute(async (tx) => {
    const isDeleted = await deleteUnusedProduct(tx, id);
    if (!isDeleted && !(await withdrawProduct(tx, id, shop.clock.now().toISOString()))) throw unknownProduct();
    await noteChange(tx, shop, actor, {
      action: isDeleted ? 'product.delete' : 'product.withdraw',
      entity: 'product',
      entityId: id,
    });
  });
  shop.pageCache.drop();
  return { success: true };
}

async function readProduct(db: Queryable, id: string): Promise<OfficeProduct> {
  const product = await findOfficeProduct(db, id);
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

async function checkCategory(db: Queryable, categoryId: string | null | undefined): Promise<void> {
  if (!categoryId) return;
  const categories = await listCategories(db);
  if (categories.some(({ id }) => id === categoryId)) return;
  const sentence = 'Escolha uma das categorias da loja.';
  throw refusal('invalid', 'invalid', sentence, { fields: { categoryId: sentence } });
}

/** Two changes within a millisecond differ all the same: `updatedAt` tells whether a product has changed. */
function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
