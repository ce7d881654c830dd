import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { upsertSetting } from '#db/queries/upkeep/settings.ts';
import { readSettings } from '#src/config.ts';
import { createProduct, showProduct } from '#src/domain/products/products.ts';
import type { Shop } from '#src/domain/shop.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { saveSettings, showSettings } from '#src/domain/upkeep/settings.ts';
import { BLANK_FIELDS } from '#src/wire/products/product-fields.ts';
import type { SettingSection } from '#src/wire/upkeep/setting-sections.ts';
import { SETTINGS, type SettingKey } from '#src/wire/upkeep/settings-table.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

const OWNER = { id: 'dona' };

let house: OpenTestShop;
let shop: Shop;

beforeEach(async () => {
  house = await openTestShop();
  shop = house.shop;
});
afterEach(() => house.close());

/** Saves as the form does: it sends what it began with along. */
async function save(section: SettingSection, values: Partial<Record<SettingKey, string | number>>, before = {}) {
  const shown = await showSettings(shop, section);
  const began = Object.fromEntries(Object.entries(shown).map(([key, { value }]) => [key, value]));
  return saveSettings(shop, OWNER, section, { values, before: { ...began, ...before } });
}

const trail = () => shop.db.selectFrom('audit').selectAll().where('entity', '=', 'settings').orderBy('id').execute();

describe('a setting', () => {
  test('has its default until it is set, counts at once, and stands in the trail by name', async () => {
    const { settings } = shop;
    expect(settings).toMatchObject({ storeName: 'Corte Final', unpaidKeptDays: 90, withdrawal: 'automatic' });

    const shown = await save('store', { storeName: ' Estúdio Lume ', sellerDocument: '11.222.333/0001-81' });

    expect(shown.storeName).toEqual({ value: 'Estúdio Lume', source: 'stored' });
    expect(shown.sellerName).toEqual({ value: '', source: 'default' });
    expect(settings.storeName).toBe('Estúdio Lume');
    expect(settings.seller).toMatchObject({ document: '11.222.333/0001-81' });
    const [entry, ...others] = await trail();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actorId: 'dona', action: 'settings.update', entityId: 'store', kind: 'settings' });
    expect(JSON.parse(entry?.changes ?? '')).toEqual({
      storeName: ['Corte Final', 'Estúdio Lume'],
      sellerDocument: ['', '11.222.333/0001-81'],
    });
  });

  test('that stays as it is leaves no trace', async () => {
    await save('store', { storeName: 'Corte Final' });

    expect(await trail()).toEqual([]);
    expect((await showSettings(shop, 'store')).storeName?.source).toBe('default');
  });

  test('of a number is read from what was typed', async () => {
    await save('sale', { paymentMinutes: ' 45 ', unpaidPerAddress: 12 });

    expect(shop.settings).toMatchObject({ paymentMinutes: 45, unpaidPerAddress: 12 });
    const [entry] = await trail();
    expect(JSON.parse(entry?.changes ?? '')).toEqual({ paymentMinutes: [120, 45], unpaidPerAddress: [200, 12] });
  });

  test('that this version cannot read counts as not set', async () => {
    const [updatedAt, updatedBy] = ['2026-11-21T12:00:00.000Z', 'dona'];
    await upsertSetting(shop.db, { key: 'withdrawal', value: '"never"', updatedAt, updatedBy });
    await upsertSetting(shop.db, { key: 'invented', value: '1', updatedAt, updatedBy });
    await shop.liveSettings.refresh();

    expect(shop.settings.withdrawal).toBe('automatic');
    expect(shop.settings).not.toHaveProperty('invented');
  });

  test('of the environment wins over the stored one, and is locked', async () => {
    await save('store', { storeName: 'Guardado' });
    const { given } = readSettings({
      STORE_NAME: 'Do Servidor',
      SELLER_DOCUMENT: '00.000.000/0001-00',
      PARTNERS: 'Ana,Bia',
    });
    expect(given).toEqual({
      storeName: 'Do Servidor',
      sellerDocument: '00.000.000/0001-00',
      partnerOne: 'Ana',
      partnerTwo: 'Bia',
    });
    shop = { ...shop, liveSettings: { ...shop.liveSettings, given } };

    expect((await showSettings(shop, 'store')).storeName).toEqual({ value: 'Do Servidor', source: 'environment' });
    await expect(save('store', { storeName: 'Outro' })).rejects.toMatchObject({
      kind: 'invalid',
      fields: {
        storeName: 'Definido no servidor (STORE_NAME). Para mudar aqui, apague a linha de lá e reinicie a loja.',
      },
    });
    await save('store', { storeName: 'Do Servidor', sellerPhone: '(81) 99999-0101' });
    expect((await showSettings(shop, 'store')).sellerPhone?.value).toBe('(81) 99999-0101');
  });
});

describe('two owners at once', () => {
  test('who change different settings both keep their change', async () => {
    await Promise.all([save('store', { storeName: 'Um' }), save('store', { claimSource: 'Medido em 2025.' })]);

    expect(shop.settings).toMatchObject({ storeName: 'Um', claimSource: 'Medido em 2025.' });
  });

  test('who change the same one: the second hears of it, and nothing of his is saved', async () => {
    await save('store', { storeName: 'Da primeira' });

    const second = save(
      'store',
      { storeName: 'Da segunda', claim: 'Corte em metade do tempo.' },
      { storeName: 'Corte Final' },
    );
    await expect(second).rejects.toMatchObject({
      kind: 'conflict',
      code: 'settings_changed',
      message: 'Outra pessoa mudou isto enquanto você editava: nome da loja. Nada foi salvo. Confira e salve de novo.',
      fields: { storeName: 'Mudou enquanto você editava.' },
    });
    expect(shop.settings).toMatchObject({ storeName: 'Da primeira', claim: SETTINGS.claim.byDefault });
  });

  test('at the very same moment: one is saved, the other is told', async () => {
    const outcomes = await Promise.allSettled(
      ['Um', 'Dois'].map((storeName) =>
        saveSettings(shop, OWNER, 'store', { values: { storeName }, before: { storeName: 'Corte Final' } }),
      ),
    );

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(['Um', 'Dois']).toContain(shop.settings.storeName);
  });
});

test('the terms of the shop keep each of their versions, and stand on the page of a product without its own', async () => {
  await save('licenses', { usualTerms: 'Um computador.' });
  await save('licenses', { usualTerms: 'Dois computadores.' });

  const kept = await shop.db.selectFrom('usualTerms').select(['version', 'text']).orderBy('version').execute();
  expect(kept).toEqual([
    { version: 1, text: 'Um computador.' },
    { version: 2, text: 'Dois computadores.' },
  ]);
  const { id } = await shop.db
    .selectFrom('products')
    .select('id')
    .where('licenseText', 'is', null)
    .executeTakeFirstOrThrow();
  const termsOf = async () => {
    const { slug } = await shop.db.selectFrom('products').select('slug').where('id', '=', id).executeTakeFirstOrThrow();
    const found = await findProductPage(shop, slug ?? '');
    return found.state === 'shown' ? found.page.terms : null;
  };
  expect(await termsOf()).toMatchObject({ version: 3, text: 'Dois computadores.' });
  const texts = shop.db.selectFrom('productTerms').select(['version', 'text']).where('productId', '=', id);
  expect(await texts.orderBy('version').execute()).toEqual([
    { version: 2, text: 'Um computador.' },
    { version: 3, text: 'Dois computadores.' },
  ]);

  await shop.db.updateTable('products').set({ licenseText: 'Três.' }).where('id', '=', id).execute();
  expect(await termsOf()).toMatchObject({ version: 3, text: 'Três.' });
});

const { keySource, keyPrefix, machineLimit, offlineDays, idleDays, lowKeysAt, pauseWithoutKeys } = BLANK_FIELDS;
const USUAL_LICENSE = { keySource, keyPrefix, machineLimit, offlineDays, idleDays, lowKeysAt, pauseWithoutKeys };

test('a new product begins with the license that the owner set, unless its own is given; what exists stays', async () => {
  const wanted = { name: 'Trama', price: 9_900, downloadUrl: 'https://cdn.test/trama.zip' };
  const former = await createProduct(shop, OWNER, wanted);
  expect(former).toMatchObject(USUAL_LICENSE);
  await expect(save('licenses', { defaultKeySource: 'made' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { defaultKeyPrefix: 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.' },
  });
  expect(shop.settings.defaultKeySource).toBe('');

  const values = { defaultKeySource: 'made', defaultKeyPrefix: ' trama ', defaultMachineLimit: '2' };
  await save('licenses', { ...values, defaultOfflineDays: 15, defaultIdleDays: '60' });

  const set = { keySource: 'made', keyPrefix: 'TRAMA', machineLimit: 2, offlineDays: 15, idleDays: 60 };
  expect(await createProduct(shop, OWNER, wanted)).toMatchObject(set);
  expect(await createProduct(shop, OWNER, { ...wanted, machineLimit: null, keySource: 'pool' })).toMatchObject({
    ...set,
    machineLimit: null,
    keySource: 'pool',
  });
  expect(await showProduct(shop, former.id)).toMatchObject(USUAL_LICENSE);
  await expect(save('licenses', { defaultKeyPrefix: '' })).rejects.toMatchObject({ kind: 'invalid' });
  await save('licenses', { defaultKeySource: 'pool', defaultKeyPrefix: '', defaultMachineLimit: ' ' });
  expect(await createProduct(shop, OWNER, wanted)).toMatchObject({ ...USUAL_LICENSE, offlineDays: 15, idleDays: 60 });
});

test('values that are no good are refused at their fields, and nothing is saved', async () => {
  const saved = save('store', {
    storeName: ' ',
    sellerDocument: '11.222.333/0001-18',
    partnerOne: 'Ana',
    claim: 'Rápido.',
  });

  await expect(saved).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Informe o nome da loja, com até 60 caracteres.',
    fields: {
      storeName: 'Informe o nome da loja, com até 60 caracteres.',
      sellerDocument: 'Este CPF ou CNPJ não confere. Veja os dois últimos números.',
      partnerOne: 'Esta seção não tem esta configuração.',
    },
  });
  expect(shop.settings.claim).toBe(SETTINGS.claim.byDefault);
  expect(await trail()).toEqual([]);
});

test('a section that does not exist is not found', async () => {
  await expect(showSettings(shop, 'constructor')).rejects.toMatchObject({ kind: 'not_found' });
});
