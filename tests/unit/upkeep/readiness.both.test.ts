import { beforeAll, describe, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { insertDelivery } from '#db/queries/payments/webhook-inbox.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { requestMailTest, sendMailTests } from '#src/domain/mail/mail-tests.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { ShopSettings } from '#src/domain/shop-settings.ts';
import { findProductPage } from '#src/domain/storefront/find-product-page.ts';
import { showReadiness } from '#src/domain/upkeep/readiness.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { isReady, READINESS_STEPS, type ReadinessId } from '#src/wire/upkeep/readiness.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';

const opened = openShopForFile();
let shop: Shop;
const OWNER = { id: 'owner' };

beforeAll(async () => {
  shop = opened.shop;
  const owner = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  OWNER.id = owner.id;
});

const withSettings = (changes: Partial<ShopSettings>): Shop => ({
  ...shop,
  settings: { ...shop.settings, ...changes },
});

async function judged(id: ReadinessId, at: Shop = shop): Promise<[string, string, string]> {
  const item = (await showReadiness(at)).find((each) => each.id === id);
  return [item?.state ?? '', item?.detail ?? '', item?.link?.href ?? ''];
}

const AT_BANK: Partial<ShopSettings> = { isSandbox: false, provider: 'mercadopago', bankName: 'Mercado Pago' };

describe('a shop is ready to sell', () => {
  test('step by step, in the order of a person and with its minutes', async () => {
    expect((await showReadiness(shop)).map(({ id }) => id)).toEqual(Object.keys(READINESS_STEPS));
    expect(Object.keys(READINESS_STEPS)).toEqual([
      'seller',
      'product',
      'purchase',
      'bank',
      'mail',
      'address',
      'backup',
      'factor',
    ]);
    expect(Object.values(READINESS_STEPS).every(({ minutes }) => minutes > 0)).toBe(true);
  });

  test('with a public address and https', async () => {
    const at = (siteUrl: string) =>
      judged('address', withSettings({ siteUrl, isHttps: siteUrl.startsWith('https:') })).then(([state]) => state);
    for (const siteUrl of ['http://127.0.0.1:4321', 'https://localhost', 'https://192.168.0.9', 'https://loja.local']) {
      expect(await at(siteUrl), siteUrl).toBe('todo');
    }
    expect(await at('http://loja.exemplo.com.br')).toBe('todo');
    expect(await judged('address', withSettings({ siteUrl: 'https://loja.exemplo.com.br', isHttps: true }))).toEqual([
      'ok',
      'loja.exemplo.com.br',
      '',
    ]);
    expect((await judged('address'))[2]).toBe('/admin/settings?secao=endereco');
    // Behind a proxy the server's owner alone can do it, so no link leads in a circle.
    const behindProxy = { ...shop, address: { ...shop.address, source: 'proxy' as const } };
    expect((await judged('address', behindProxy))[2]).toBe('');
  });

  test('with a bank whose notices arrive, which that of the tests is not', async () => {
    const [state, detail, href] = await judged('bank');
    expect([state, href]).toEqual(['todo', '/admin/settings?secao=banco']);
    expect(detail).toContain('ninguém paga de verdade');

    const atBank = withSettings(AT_BANK);
    expect(await judged('bank', atBank)).toEqual(['todo', expect.stringContaining('Crie a cobrança de R$ 0,50'), href]);
    const entry = { actorId: OWNER.id, action: 'bank.test_charge_paid', entity: 'bank', entityId: 'TESTE1' };
    await insertAudit(shop.db, { ...entry, at: '2026-11-19T15:00:00.000Z', fields: '[]', count: null });
    expect(await judged('bank', atBank)).toEqual([
      'warn',
      expect.stringContaining('Nenhum aviso de Mercado Pago chegou'),
      href,
    ]);
    const receivedAt = new Date(Date.now() - 4 * MINUTE_MS).toISOString();
    const delivery = { provider: 'mercadopago', dedup: 'one', resourceId: 'x', state: 'done', attempts: 1 } as const;
    await insertDelivery(shop.db, { ...delivery, receivedAt, nextAttemptAt: receivedAt });
    expect((await judged('bank', atBank)).slice(0, 2)).toEqual(['ok', 'Mercado Pago · último aviso há 4 min']);
  });

  test('with a purchase that was paid since it opened: the sales of the demo are none', async () => {
    expect(
      (await shop.db.selectFrom('purchases').select('id').where('status', '=', 'COMPLETED').execute()).length,
    ).toBeGreaterThan(9);
    const [state, detail, href] = await judged('purchase');
    expect([state, detail]).toEqual(['todo', expect.stringMatching(/^Compre .+ e pague com Simular pagamento\.$/)]);
    expect(await findProductPage(shop, href.split('/').at(-1) ?? '')).toMatchObject({ state: 'shown' });

    const purchaseId = await sell(shop, 'lote');
    expect((await judged('purchase'))[0]).toBe('ok');
    await refundSale(shop, OWNER, purchaseId);
    expect((await judged('purchase'))[0]).toBe('ok');
  });

  test('with a test of the mail that left, which a folder does not prove', async () => {
    expect(await judged('mail')).toEqual([
      'todo',
      'Os e-mails ficam em uma pasta do servidor e ninguém os recebe.',
      '/admin/settings?secao=email',
    ]);
    const mail = { ...shop.mail, send: async () => {} };
    const sending = { ...withSettings({ isMailSent: true }), mail };
    await requestMailTest(shop, OWNER);
    await sendMailTests({ ...shop, mail });
    expect(await judged('mail', sending)).toEqual([
      'todo',
      'Nenhum e-mail de teste saiu ainda.',
      '/admin/settings?secao=email',
    ]);
    await requestMailTest(sending, OWNER);
    await sendMailTests(sending);
    expect((await judged('mail', sending)).slice(0, 2)).toEqual(['ok', expect.stringMatching(/^O teste saiu em /)]);
  });

  test('with the data that the decree asks for', async () => {
    const seller = { name: 'Estúdio', document: '', address: 'Rua A, 1', email: '', phone: '' };
    expect((await judged('seller', withSettings({ seller }))).slice(0, 2)).toEqual([
      'todo',
      'O Decreto 7.962 pede: CPF ou CNPJ e e-mail de contato.',
    ]);
    const whole = { ...seller, document: '11.222.333/0001-81', email: 'oi@exemplo.com.br' };
    expect((await judged('seller', withSettings({ seller: whole })))[0]).toBe('ok');
  });

  test('with a product on sale that has a version, and keys where it takes them from a stock', async () => {
    await shop.db.updateTable('products').set({ keySource: 'pool' }).execute();
    for (const { id } of await shop.db
      .selectFrom('products')
      .select('id')
      .where('requiresActivation', '=', 1)
      .execute()) {
      await addKeys(shop, OWNER, { productId: id, keys: `${id}-1\n${id}-2` });
    }
    expect((await judged('product'))[0]).toBe('ok');
    await shop.db.deleteFrom('activationKeys').where('itemId', 'is', null).where('productId', '=', 'faisca').execute();
    expect(await judged('product')).toEqual([
      'todo',
      expect.stringMatching(/^.+ sem chaves em estoque\.$/),
      expect.stringMatching(/^\/admin\/activation-keys\?produto=/),
    ]);
    await shop.db.updateTable('products').set({ keySource: 'made', keyPrefix: 'CORTE' }).execute();
    expect((await judged('product'))[0]).toBe('ok');
  });

  test('and names the product that waits', async () => {
    const all = () => shop.db.updateTable('products');
    await all().set({ currentVersion: null }).execute();
    const [state, detail, href] = await judged('product');
    const [, name = ''] = /^(.+) espera uma versão/.exec(detail) ?? [];
    const named = await shop.db.selectFrom('products').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    expect([state, href]).toEqual(['warn', `/admin/products?abrir=${named.id}`]);

    await all().set({ status: 'Inativo' }).execute();
    expect((await judged('product')).slice(0, 2)).toEqual(['todo', expect.stringContaining('espera uma versão')]);
    await all().set({ currentVersion: '2.0.0' }).execute();
    expect((await judged('product'))[1]).toMatch(/ 2\.0\.0 espera ser ativado na loja\.$/);
    await all().set({ withdrawnAt: '2026-11-01T12:00:00.000Z' }).execute();
    expect(await judged('product')).toEqual([
      'todo',
      'Nenhum produto está à venda. Adicione o primeiro.',
      '/admin/products?novo=1',
    ]);
  });

  test('with a backup of this week that was verified', async () => {
    const [state, detail, href] = await judged('backup');
    expect([state, href]).toEqual(['todo', '/admin/settings?secao=backup']);
    expect(detail).toContain('Nenhum ainda');
    const now = Date.now();
    const note = (action: string, entityId: string) =>
      insertAudit(shop.db, {
        at: new Date(now - 2 * HOUR_MS).toISOString(),
        actorId: 'command',
        entity: 'backup',
        action,
        entityId,
        fields: '[]',
        count: null,
      });
    await note('backup.create', 'all');
    expect((await judged('backup')).slice(0, 2)).toEqual(['warn', expect.stringContaining('npm run backup:verify')]);
    await note('backup.verify', new Date(now - 8 * DAY_MS).toISOString());
    expect((await judged('backup'))[0]).toBe('warn');
    await note('backup.verify', new Date(now - 2 * HOUR_MS).toISOString());
    expect((await judged('backup')).slice(0, 2)).toEqual(['ok', 'De há 2 h, verificado']);
    const later = opened.with({ clock: { now: () => new Date(now + 9 * DAY_MS) } });
    expect((await judged('backup', later))[0]).toBe('warn');
  });
});

test('wants a second factor of everybody who can act', async () => {
  expect((await judged('factor')).slice(0, 2)).toEqual(['warn', expect.stringContaining('Só a senha abre o painel.')]);
  const { id: userId } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', 1)
    .executeTakeFirstOrThrow();
  const at = '2026-11-01T12:00:00.000Z';
  await shop.db.insertInto('codeApps').values({ userId, secret: 'x', createdAt: at, confirmedAt: at }).execute();
  expect((await judged('factor')).slice(0, 2)).toEqual(['ok', 'Ligado na sua conta']);
  await shop.db.deleteFrom('codeApps').execute();
});

test('is green only when nothing is missing', async () => {
  const items = await showReadiness(shop);
  expect(items).toHaveLength(8);
  expect(isReady(items)).toBe(false);
  expect(isReady(items.map((item) => ({ ...item, state: 'ok' as const })))).toBe(true);
});
