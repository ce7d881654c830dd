import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit.ts';
import { insertDelivery } from '#db/queries/webhook-inbox.ts';
import { addKeys } from '#src/domain/activation-keys.ts';
import { showReadiness } from '#src/domain/readiness.ts';
import type { Shop, ShopSettings } from '#src/domain/shop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/durations.ts';
import { isReady, type ReadinessId } from '#src/wire/readiness.ts';
import { type OpenTestShop, openTestShop, sell } from '../support/shop.ts';

let opened: OpenTestShop;
let shop: Shop;
const OWNER = { id: 'owner' };

beforeAll(async () => {
  opened = await openTestShop();
  shop = opened.shop;
  const owner = await shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  OWNER.id = owner.id;
});
afterAll(() => opened.close());

const withSettings = (changes: Partial<ShopSettings>): Shop => ({
  ...shop,
  settings: { ...shop.settings, ...changes },
});

async function judged(id: ReadinessId, at: Shop = shop): Promise<[string, string, string]> {
  const item = (await showReadiness(at)).find((each) => each.id === id);
  return [item?.state ?? '', item?.detail ?? '', item?.href ?? ''];
}

const AT_BANK: Partial<ShopSettings> = { isSandbox: false, provider: 'mercadopago', bankName: 'Mercado Pago' };

describe('a shop is ready to sell', () => {
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
      '/admin/settings?secao=saude',
    ]);
  });

  test('with a bank whose notices arrive, which that of the tests is not', async () => {
    const [state, detail, href] = await judged('bank');
    expect([state, href]).toEqual(['todo', '/admin/settings?secao=banco']);
    expect(detail).toContain('ninguém paga de verdade');
    expect((await judged('charge'))[0]).toBe('todo');

    const atBank = withSettings(AT_BANK);
    expect(await judged('bank', atBank)).toEqual([
      'warn',
      expect.stringContaining('Nenhum aviso de Mercado Pago chegou'),
      href,
    ]);
    const receivedAt = new Date(Date.now() - 4 * MINUTE_MS).toISOString();
    const delivery = { provider: 'mercadopago', dedup: 'one', resourceId: 'x', state: 'done', attempts: 1 } as const;
    await insertDelivery(shop.db, { ...delivery, receivedAt, nextAttemptAt: receivedAt });
    expect(await judged('bank', atBank)).toEqual(['ok', 'Mercado Pago · último aviso há 4 min', href]);
  });

  test('with a charge that was paid there', async () => {
    const atBank = withSettings(AT_BANK);
    expect(await judged('charge', atBank)).toEqual([
      'todo',
      expect.stringContaining('Crie a cobrança de R$ 0,50'),
      '/admin/settings?secao=banco',
    ]);
    const entry = { actorId: OWNER.id, action: 'bank.test_charge_paid', entity: 'bank', entityId: 'TESTE1' };
    await insertAudit(shop.db, { ...entry, at: '2026-11-19T15:00:00.000Z', fields: '[]', count: null });
    expect((await judged('charge', atBank)).slice(0, 2)).toEqual(['ok', 'R$ 0,50 em 19/11/2026']);
  });

  test('with mail that leaves, which a folder does not prove', async () => {
    await shop.db.deleteFrom('outbox').execute();
    expect(await judged('mail')).toEqual([
      'todo',
      expect.stringContaining('Defina SMTP_URL no servidor'),
      '/admin/settings?secao=email',
    ]);
    const sending = withSettings({ isMailSent: true });
    expect((await judged('mail', sending))[0]).toBe('warn');
    await sell(shop, 'lote');
    const sentAt = '2026-11-21T17:02:00.000Z';
    await shop.db.updateTable('outbox').set({ state: 'sent', sentAt }).execute();
    expect((await judged('mail', sending)).slice(0, 2)).toEqual(['ok', 'Último envio em 21/11/2026 14:02']);
  });

  test('with the data that the decree asks for', async () => {
    const seller = { name: 'Estúdio', document: '', address: 'Rua A, 1', email: '', phone: '' };
    expect((await judged('seller', withSettings({ seller }))).slice(0, 2)).toEqual([
      'todo',
      'O Decreto 7.962 pede também: CPF ou CNPJ e e-mail de contato.',
    ]);
    const whole = { ...seller, document: '11.222.333/0001-81', email: 'oi@exemplo.com.br' };
    expect((await judged('seller', withSettings({ seller: whole })))[0]).toBe('ok');
  });

  test('with a product that has a published version, and keys for each that needs them', async () => {
    expect((await judged('product'))[0]).toBe('ok');
    await shop.db.updateTable('products').set({ keySource: 'pool' }).execute();
    await shop.db.deleteFrom('activationKeys').where('itemId', 'is', null).where('productId', '=', 'faisca').execute();
    expect(await judged('keys')).toEqual([
      'todo',
      expect.stringMatching(/^.+ sem chaves\. Adicione chaves\.$/),
      expect.stringMatching(/^\/admin\/activation-keys\?produto=/),
    ]);
    const pools = await shop.db.selectFrom('products').select('id').where('requiresActivation', '=', 1).execute();
    for (const { id } of pools) {
      const keys = Array.from({ length: 6 }, (_, at) => `${id}-${at}`).join('\n');
      await addKeys(shop, OWNER, { productId: id, keys });
    }
    expect((await judged('keys'))[0]).toBe('ok');
    await shop.db.updateTable('products').set({ lowKeysAt: 50 }).where('id', '=', 'faisca').execute();
    expect((await judged('keys'))[0]).toBe('warn');
    await shop.db.updateTable('products').set({ keySource: 'made', keyPrefix: 'CORTE' }).execute();
    expect(await judged('keys')).toEqual(['ok', 'Nenhum produto à venda depende do estoque', '/admin/activation-keys']);

    await shop.db.updateTable('products').set({ currentVersion: null }).execute();
    expect((await judged('product'))[0]).toBe('warn');
    await shop.db.updateTable('products').set({ status: 'Inativo' }).execute();
    expect(await judged('product')).toEqual(['todo', expect.any(String), '/admin/products?novo=1']);
  });

  test('with a backup of this week that was verified', async () => {
    const [state, detail, href] = await judged('backup');
    expect([state, href]).toEqual(['todo', '/admin/settings?secao=saude']);
    expect(detail).toContain('npm run backup');
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

  test('with a tenth of its disk free', async () => {
    const on = (freeBytes: number) => ({ ...shop, disk: { readSpace: async () => ({ freeBytes, totalBytes: 1e11 }) } });
    expect((await judged('disk', on(9e9)))[0]).toBe('warn');
    expect((await judged('disk', on(3e10))).slice(0, 2)).toEqual(['ok', '27,9 GB livres']);
    expect((await judged('disk', { ...shop, disk: { readSpace: async () => null } }))[0]).toBe('ok');
  });
});

test('is green only when nothing is missing', async () => {
  const items = await showReadiness(shop);
  expect(items).toHaveLength(9);
  expect(isReady(items)).toBe(false);
  expect(isReady(items.map((item) => ({ ...item, state: 'ok' as const })))).toBe(true);
});
