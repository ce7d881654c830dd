import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changeCategory,
  createCategory,
  listCategoriesWithProducts,
  orderCategories,
  removeCategory,
} from '#src/domain/products/categories.ts';
import { createProduct, editProduct, removeProduct, showProduct } from '#src/domain/products/products.ts';
import { showStorefront } from '#src/domain/storefront/storefront.ts';
import { MOST_OWN_CATEGORIES, NewCategory, STANDING_CATEGORIES } from '#src/wire/products/categories.ts';
import { CreateProduct } from '#src/wire/products/products.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

const OWNER = { id: 'ana' };
const OTHER = { id: 'bia' };

let test: OpenTestShop;
beforeEach(async () => {
  test = await openTestShop();
});
afterEach(() => test.close());

const create = (name: string, owner = OWNER) => createCategory(test.shop, owner, { name });
const names = async () => (await listCategoriesWithProducts(test.shop)).map(({ name }) => name);
const find = async (id: string) => (await listCategoriesWithProducts(test.shop)).find((each) => each.id === id);
const addProduct = (categoryId: string, fields = {}) => {
  const form = { name: 'Pele Natural', price: 'R$ 10,00', downloadUrl: 'https://a.test/a.zip', categoryId, ...fields };
  return createProduct(test.shop, OWNER, CreateProduct.parse(form));
};
const trail = async () => {
  const rows = await test.shop.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'category')
    .orderBy('id')
    .execute();
  return rows.map(({ action, actorId, changes }) => [action, actorId, changes === null ? null : JSON.parse(changes)]);
};

describe('a category of one’s own', () => {
  it('stands after the four of every shop, with an address made from its name', async () => {
    expect(await names()).toEqual(STANDING_CATEGORIES.map(({ name }) => name));
    expect(await create('Transições & Títulos')).toEqual({
      id: 'transicoes-titulos',
      name: 'Transições & Títulos',
      shelfText: '',
      isOwn: true,
      products: 0,
      onSale: 0,
    });
    expect((await create('3D')).id).toBe('categoria-3d');
    expect((await create('転換')).id).toBe('categoria');
    expect((await create('変換')).id).toBe('categoria-2');
    expect(await names()).toEqual([
      ...STANDING_CATEGORIES.map(({ name }) => name),
      'Transições & Títulos',
      '3D',
      '転換',
      '変換',
    ]);
  });

  it('has a name that differs from the others by more than case, accents and spaces', async () => {
    await create('Transições');
    for (const name of ['transicoes', 'TRANSIÇÕES', 'Correcao de Cor', 'ＴＲＡＮＳＩＣＯＥＳ']) {
      await expect(create(name), name).rejects.toMatchObject({
        code: 'name_taken',
        fields: { name: expect.stringMatching(/^Já existe a categoria (Transições|Correção de Cor)\./) },
      });
    }
    const { id } = await create('Áudio');
    const renamed = changeCategory(test.shop, OWNER, id, { name: 'transições', openedName: 'Áudio' });
    await expect(renamed).rejects.toMatchObject({ code: 'name_taken' });
    await changeCategory(test.shop, OWNER, id, { name: 'ÁUDIO', openedName: 'Áudio' });
    expect(await names()).toContain('ÁUDIO');
  });

  it('keeps its address under another name, and the trail says both', async () => {
    const { id } = await create('Audio');
    await changeCategory(test.shop, OTHER, id, { name: 'Som', openedName: 'Audio' });
    expect(await find(id)).toMatchObject({ id: 'audio', name: 'Som' });
    expect(await trail()).toEqual([
      ['product.create_category', 'ana', { name: [null, 'Audio'] }],
      ['product.rename_category', 'bia', { name: ['Audio', 'Som'] }],
    ]);
  });

  it('is one of twenty at most', async () => {
    for (let at = 1; at <= MOST_OWN_CATEGORIES; at += 1) await create(`Prateleira ${at}`);
    await expect(create('Mais uma')).rejects.toMatchObject({ kind: 'conflict', code: 'too_many_categories' });
    await removeCategory(test.shop, OWNER, 'prateleira-7');
    await create('Mais uma');
    expect(await names()).toHaveLength(STANDING_CATEGORIES.length + MOST_OWN_CATEGORIES);
  });

  it.each([
    ['', false],
    ['a', false],
    ['é'.repeat(40), true],
    ['é'.repeat(41), false],
    ['  Som   e   voz ', 'Som e voz'],
    ['duas\nlinhas', false],
    ['—!?', false],
    ['Todas', false],
    ['sem categoria', false],
    [12, false],
    ['<b>Som</b>', true],
  ])('is called %j, or not', (name, expected) => {
    const read = NewCategory.safeParse({ name });
    expect(read.data?.name ?? false).toBe(expected === true ? name : expected);
  });
});

it('the four of every shop are neither renamed nor removed', async () => {
  for (const { id, name } of STANDING_CATEGORIES) {
    const renamed = changeCategory(test.shop, OWNER, id, { name: 'Outro nome', openedName: name });
    await expect(renamed).rejects.toMatchObject({ code: 'standing_category' });
    await expect(removeCategory(test.shop, OWNER, id, null)).rejects.toMatchObject({ code: 'standing_category' });
  }
  expect(await names()).toEqual(STANDING_CATEGORIES.map(({ name }) => name));
});

describe('the removal of a category', () => {
  it('asks where its products go, and says how many they are', async () => {
    const { id } = await create('Retrato');
    await addProduct(id);
    await expect(removeCategory(test.shop, OWNER, id)).rejects.toMatchObject({
      code: 'has_products',
      message: '1 produto está na categoria Retrato. Diga para qual categoria vão antes de excluí-la.',
    });
    await addProduct(id, { status: 'Inativo' });
    await expect(removeCategory(test.shop, OWNER, id)).rejects.toMatchObject({
      message: '2 produtos estão na categoria Retrato. Diga para qual categoria vão antes de excluí-la.',
    });
    expect(await find(id)).toMatchObject({ products: 2, onSale: 1 });
  });

  it.each([
    ['motion-graphics', 'Motion Graphics'],
    [null, 'Sem categoria'],
  ])('moves them to %s', async (target, targetName) => {
    const { id } = await create('Retrato');
    const kept = await addProduct(id);
    const withdrawn = await addProduct(id);
    await test.shop.db
      .updateTable('products')
      .set({ withdrawnAt: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', withdrawn.id)
      .execute();
    expect(await removeCategory(test.shop, OWNER, id, target)).toEqual({ success: true, moved: 1 });

    expect(await find(id)).toBeUndefined();
    expect((await showProduct(test.shop, kept.id)).categoryId).toBe(target);
    const rows = await test.shop.db
      .selectFrom('products')
      .select('categoryId')
      .where('id', '=', withdrawn.id)
      .execute();
    expect(rows).toEqual([{ categoryId: target }]);
    expect((await trail()).at(-1)).toEqual([
      'product.remove_category',
      'ana',
      { name: ['Retrato', null], movedTo: ['Retrato', targetName], movedProducts: [null, 1] },
    ]);
    const opened = editProduct(test.shop, OTHER, kept.id, { name: 'Outro', openedAt: kept.updateDate });
    await expect(opened).rejects.toMatchObject({ code: 'outdated' });
  });

  it('moves them nowhere where the other category is gone, or the same', async () => {
    const { id } = await create('Retrato');
    const product = await addProduct(id);
    for (const target of ['gone', id]) {
      await expect(removeCategory(test.shop, OWNER, id, target)).rejects.toMatchObject({ code: 'unknown_target' });
    }
    expect((await showProduct(test.shop, product.id)).categoryId).toBe(id);
    await removeProduct(test.shop, OWNER, product.id);
    expect(await removeCategory(test.shop, OWNER, id)).toEqual({ success: true, moved: 0 });
    await expect(removeCategory(test.shop, OWNER, id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the order', () => {
  const ids = async () => (await listCategoriesWithProducts(test.shop)).map(({ id }) => id);

  it('is the owner’s, and that of the storefront', async () => {
    const { id } = await create('Retrato');
    await addProduct(id);
    const before = await ids();
    const wanted = before.toReversed();
    expect(
      (await orderCategories(test.shop, OWNER, { ids: wanted, openedIds: before })).map((each) => each.id),
    ).toEqual(wanted);
    const { categories, products } = await showStorefront(test.shop);
    const sold = new Set(products.map(({ categoryId }) => categoryId));
    expect(categories.map((each) => each.id)).toEqual(wanted.filter((each) => sold.has(each)));
    expect((await trail()).at(-1)).toEqual([
      'product.order_categories',
      'ana',
      { order: [expect.stringMatching(/^Correção de Cor, .*Retrato$/), expect.stringMatching(/^Retrato, /)] },
    ]);
  });

  it('is refused where somebody else has changed it, or where it is not of all', async () => {
    const before = await ids();
    const wanted = before.toReversed();
    await orderCategories(test.shop, OWNER, { ids: wanted, openedIds: before });
    for (const late of [
      { ids: before, openedIds: before },
      { ids: wanted.slice(1), openedIds: wanted },
      { ids: [...wanted.slice(1), 'gone'], openedIds: wanted },
    ]) {
      await expect(orderCategories(test.shop, OTHER, late)).rejects.toMatchObject({ code: 'outdated' });
    }
    expect(await ids()).toEqual(wanted);
  });
});

it('a category without products on sale is not offered to visitors', async () => {
  const { id } = await create('Retrato');
  const shown = async () => (await showStorefront(test.shop)).categories.map((each) => each.id);
  expect(await shown()).not.toContain(id);
  const product = await addProduct(id, { status: 'Inativo' });
  expect(await shown()).not.toContain(id);
  await editProduct(test.shop, OWNER, product.id, { status: 'active' });
  expect(await shown()).toContain(id);
});

describe('two owners at once', () => {
  it('make one category of a name', async () => {
    const made = await Promise.allSettled([create('Retrato'), create('RETRATO', OTHER), create('retrató')]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await names()).slice(STANDING_CATEGORIES.length)).toHaveLength(1);
  });

  it('rename it once', async () => {
    const { id } = await create('Retrato');
    const renames = await Promise.allSettled([
      changeCategory(test.shop, OWNER, id, { name: 'Pele', openedName: 'Retrato' }),
      changeCategory(test.shop, OTHER, id, { name: 'Rosto', openedName: 'Retrato' }),
    ]);
    expect(renames.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(renames.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'outdated' } });
  });

  it('never leave a product without the category that one of them gave it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await create(`Retrato ${round}`);
      const [removal, addition] = await Promise.allSettled([
        removeCategory(test.shop, OWNER, id),
        addProduct(id, { name: `Pele ${round}` }),
      ]);
      expect([removal.status, addition.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const given = addition.status === 'fulfilled' ? await showProduct(test.shop, addition.value.id) : addition.reason;
      expect(given).toMatchObject(
        addition.status === 'fulfilled'
          ? { categoryId: id }
          : { fields: { categoryId: 'Escolha uma das categorias da loja.' } },
      );
    }
  });
});
