import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { addKeys } from '#src/domain/keys/activation-keys.ts';
import {
  acceptApplication,
  listApplications,
  refuseApplication,
  signUpPartner,
} from '#src/domain/partners/applications.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import type { DiskSpace } from '#src/domain/upkeep/disk.ts';
import { dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { type AttentionItem, type AttentionKind, toAttention } from '#src/wire/upkeep/attention.ts';
import { lastDayOfDecision } from '#src/wire/withdrawals/withdrawal-days.ts';
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

/** A shop in which nothing waits. */
beforeEach(async () => {
  const { db } = shop;
  await db.deleteFrom('withdrawals').execute();
  await db.deleteFrom('bankDifferences').execute();
  await db.updateTable('purchases').set({ review: null, nextCheckAt: null }).execute();
  await db.updateTable('purchaseItems').set({ keyWaitingSince: null }).execute();
  await db.updateTable('products').set({ keySource: 'made', keyPrefix: 'CORTE', pauseWithoutKeys: 0 }).execute();
  await db.updateTable('outbox').set({ state: 'sent' }).execute();
  await noteBackup(new Date());
});

const of = async (kind: AttentionKind, at: Shop = shop): Promise<AttentionItem[]> =>
  (await showAttention(at, 'owner')).items.filter((item) => item.kind === kind);

describe('what needs the owner', () => {
  test('is nothing where nothing waits', async () => {
    // Several processes agree on a leader a moment after the start.
    await expect.poll(() => showAttention(shop, 'owner')).toEqual({ items: [], total: 0, screens: {} });
  });

  test('are buyers who wait for keys, one row for each product, until the keys are there', async () => {
    await emptyPool('legenda-ja');
    for (const _ of [1, 2]) await sell(shop, 'legenda-ja');

    const [item, ...others] = await of('keys_waiting');
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      id: 'keys_waiting:legenda-ja',
      count: 1,
      href: '/admin/activation-keys?produto=legenda-ja',
      screen: '/admin/activation-keys-auth',
    });
    expect(item?.title).toMatch(/^2 compradores esperam a chave de /);
    expect(item?.detail).toMatch(/^O mais antigo espera há 0 min · pagos, R\$ /);
    // The buyers who wait say more than how few keys there are.
    expect((await of('keys_low')).map(({ id }) => id)).not.toContain('keys_low:legenda-ja');

    await addKeys(shop, OWNER, { productId: 'legenda-ja', keys: manyKeys('L', 30) });
    expect(await of('keys_waiting')).toEqual([]);
  });

  test('are keys that end within days at the pace of two weeks, and those below the number', async () => {
    await emptyPool('transita');
    await addKeys(shop, OWNER, { productId: 'transita', keys: manyKeys('T', 40) });
    expect(await of('keys_low')).toEqual([]);

    for (let sale = 0; sale < 29; sale += 1) await sell(shop, 'transita');
    const [item] = await of('keys_low');
    expect(item?.title).toMatch(/^Chaves de .+ acabam em cerca de 5 dias$/);
    expect(item?.detail).toBe('Restam 11 · saem 2,1 por dia nas últimas duas semanas');
    expect(item?.tone).toBe('warning');

    const later = opened.with({ clock: { now: () => new Date(Date.now() + 15 * DAY_MS) } });
    await noteBackup(later.clock.now());
    expect(await of('keys_low', later)).toEqual([]);
    await shop.db.updateTable('products').set({ lowKeysAt: 11 }).where('id', '=', 'transita').execute();
    const [few] = await of('keys_low', later);
    expect(few?.title).toMatch(/^Poucas chaves de /);
    await shop.db.updateTable('products').set({ lowKeysAt: null }).where('id', '=', 'transita').execute();
  });

  test('are short payments and disputes, in the words of each, and beyond five one row that counts the rest', async () => {
    const ids: string[] = [];
    for (let sale = 0; sale < 8; sale += 1) ids.push(await sell(shop, 'lote'));
    const review = (id: string, flag: 'short_payment' | 'dispute') =>
      shop.db.updateTable('purchases').set({ review: flag, paidCents: 100 }).where('id', '=', id).execute();
    await review(ids[0] ?? '', 'short_payment');
    await review(ids[1] ?? '', 'dispute');

    const items = await of('review');
    expect(items.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Ana Conceição pagou R\$ 1,00 de R\$ /),
      expect.stringMatching(/^Contestação aberta no banco: R\$ /),
    ]);
    expect(items.map(({ href }) => href)).toEqual([`/admin/sales?id=${ids[0]}`, `/admin/sales?id=${ids[1]}`]);

    for (const id of ids) await review(id, 'dispute');
    const many = await of('review');
    expect(many).toHaveLength(5);
    expect(many.at(-1)).toMatchObject({
      title: 'Mais 4 vendas em análise',
      count: 4,
      href: '/admin/sales?status=under_review',
    });
    const { total, items: all } = await showAttention(shop, 'owner');
    expect(total).toBe(8);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  });

  test('are withdrawals to answer, with their last day', async () => {
    const purchaseId = await sell(shop, 'lote');
    const requestedAt = new Date().toISOString();
    const request = { purchaseId, protocol: 'D-1', heldFor: 'used', reason: null, requestedAt } as const;
    await shop.db
      .insertInto('withdrawals')
      .values({ ...request, state: 'requested' })
      .execute();

    expect(await of('withdrawal')).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/^Ana Conceição quer desistir de /),
        detail: expect.stringContaining(` · responda até ${dayText(lastDayOfDecision(requestedAt))}`),
        tone: 'warning',
        action: 'Responder',
        href: `/admin/sales?id=${purchaseId}`,
      }),
    ]);
    const tooLate = opened.with({ clock: { now: () => new Date(Date.now() + 6 * DAY_MS) } });
    expect((await of('withdrawal', tooLate))[0]).toMatchObject({
      tone: 'danger',
      detail: expect.stringContaining('o prazo terminou em'),
    });
  });

  test('is mail given up, one row for all', async () => {
    for (const productId of ['lote', 'faisca']) await sell(shop, productId);
    await shop.db
      .updateTable('outbox')
      .set({ state: 'given_up', lastError: 'EAUTH' })
      .where('state', '=', 'waiting')
      .execute();
    expect(await of('mail')).toEqual([expect.objectContaining({ count: 1, title: '2 e-mails não saíram' })]);
  });

  test('are differences with the bank, where there is one', async () => {
    const difference = {
      provider: 'bank',
      kind: 'unknown_payment',
      subject: 'E1',
      foundAt: new Date().toISOString(),
    } as const;
    await shop.db.insertInto('bankDifferences').values(difference).execute();
    expect(await of('bank_differences')).toEqual([]);
    const atBank = { ...shop, settings: { ...shop.settings, isSandbox: false } };
    expect(await of('bank_differences', atBank)).toEqual([
      expect.objectContaining({ title: '1 diferença com o banco', screen: '/admin/sales' }),
    ]);
  });

  test('is a continuous copy that is late, with its reason, and a first one only after an hour', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
    const at = (minutes: number, changes: { copiedAt: string | null; problem: string | null }) => {
      const state = { beganAt: minutesAgo(minutes), sizeBytes: 0, ...changes };
      return { ...shop, continuousCopy: { ...shop.continuousCopy, state: () => state } };
    };
    expect(await of('backup', at(90, { copiedAt: minutesAgo(1), problem: null }))).toEqual([]);
    expect(await of('backup', at(30, { copiedAt: null, problem: null }))).toEqual([]);
    const problem = 'O armazenamento não respondeu.';
    expect(await of('backup', at(90, { copiedAt: minutesAgo(7.5), problem }))).toEqual([
      expect.objectContaining({ title: 'A cópia contínua está atrasada há 7 minutos', detail: problem }),
    ]);
  });

  test('is a backup of more than a week, and none where the shop sells for longer', async () => {
    const inAWeek = (days: number) => opened.with({ clock: { now: () => new Date(Date.now() + days * DAY_MS) } });
    expect(await of('backup', inAWeek(6.9))).toEqual([]);
    expect(await of('backup', inAWeek(9.1))).toEqual([
      expect.objectContaining({ title: 'O último backup é de há 9 dias', href: '/admin/settings?secao=backup' }),
    ]);
  });

  test('is a damaged file, which nobody gets', async () => {
    const { id } = await shop.db
      .selectFrom('releaseFiles')
      .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
      .select('releaseFiles.id')
      .where('releases.state', '=', 'published')
      .executeTakeFirstOrThrow();
    const damagedAt = (at: string | null) =>
      shop.db.updateTable('releaseFiles').set({ damagedAt: at }).where('id', '=', id).execute();
    await damagedAt(new Date().toISOString());
    expect(await of('damaged_file')).toEqual([
      expect.objectContaining({ id: `damaged_file:${id}`, tone: 'danger', screen: '/admin/products-auth' }),
    ]);
    await damagedAt(null);
  });

  test('are wishes to be a partner, until each is decided', async () => {
    const at: Shop = { ...shop, settings: { ...shop.settings, partnerSignUps: 'on' } };
    const plan = 'Tenho um canal de edição com 40 mil pessoas.';
    for (const name of ['leo', 'bia']) await signUpPartner(at, { name, email: `${name}@canal.test`, plan }, name);
    expect(await of('partner_application')).toEqual([
      expect.objectContaining({
        count: 2,
        title: '2 pedidos de parceria esperam sua resposta',
        href: '/admin/affiliates/program',
        screen: '/admin/affiliates',
      }),
    ]);
    const [leo, bia] = await listApplications(shop);
    await refuseApplication(shop, OWNER, leo?.id ?? '');
    expect(await of('partner_application')).toMatchObject([{ count: 1 }]);
    await acceptApplication(shop, OWNER, bia?.id ?? '', { commissionRate: 1_000, couponCode: 'BIA10' });
    expect(await of('partner_application')).toEqual([]);
  });

  test('is work that waits too long, and a full disk', async () => {
    await sell(shop, 'lote');
    const later = opened.with({ clock: { now: () => new Date(Date.now() + 10 * MINUTE_MS) } });
    expect(await of('health', later)).toEqual([expect.objectContaining({ title: 'A loja está atrasada' })]);
    await shop.db.updateTable('outbox').set({ state: 'sent' }).execute();

    const withDisk = (space: DiskSpace | null) => ({ ...shop, disk: { readSpace: async () => space } });
    expect(await of('health', withDisk({ freeBytes: 9, totalBytes: 100 }))).toEqual([
      expect.objectContaining({ id: 'health:disk', title: 'O disco da loja está quase cheio: 9 % livres' }),
    ]);
    expect(await of('health', withDisk({ freeBytes: 10, totalBytes: 100 }))).toEqual([]);
    expect(await of('health', withDisk(null))).toEqual([]);
  });
});

test('the counts of the screens add up to that of the dashboard', () => {
  const item = { id: '', kind: 'mail', title: '', detail: '', href: '', action: '', count: 1 } as const;
  const { total, screens } = toAttention([
    { ...item, screen: '/admin/sales', tone: 'warning', count: 3 },
    { ...item, screen: '/admin/sales', tone: 'danger' },
    { ...item, screen: '/admin/settings', tone: 'warning' },
  ]);
  expect(total).toBe(5);
  expect(screens).toEqual({
    '/admin': { count: 5, tone: 'danger' },
    '/admin/sales': { count: 4, tone: 'danger' },
    '/admin/settings': { count: 1, tone: 'warning' },
  });
});

async function emptyPool(productId: string): Promise<void> {
  await shop.db.updateTable('products').set({ keySource: 'pool' }).where('id', '=', productId).execute();
  await shop.db.deleteFrom('activationKeys').where('productId', '=', productId).where('itemId', 'is', null).execute();
}

function manyKeys(prefix: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${prefix}-${at}`).join('\n');
}

async function noteBackup(at: Date): Promise<void> {
  const subject = { actorId: 'command', entity: 'backup', entityId: 'all', fields: '[]', count: null };
  const before = new Date(at.getTime() - HOUR_MS / 60).toISOString();
  await insertAudit(shop.db, { at: before, action: 'backup.create', ...subject });
}
