import { beforeAll, expect, test } from 'vitest';
import { insertAudit } from '#db/queries/audit/audit.ts';
import { insertDelivery } from '#db/queries/payments/webhook-inbox.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showHealth } from '#src/domain/upkeep/health.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { sell } from '../../support/store/shop.ts';

const opened = openShopForFile();
let shop: Shop;

beforeAll(async () => {
  shop = opened.shop;
});

test('tells which engine keeps how much, and where the files are', async () => {
  const health = await showHealth(shop);
  expect(health).toMatchObject({ engine: isOnPostgres() ? 'postgres' : 'sqlite', areFilesInBucket: false });
  expect(health.engineVersion).toMatch(/^\d+\.\d+[\d.]*$/);
  expect(health.databaseBytes).toBeGreaterThan(200_000);
});

test('names the process, which leads because it is the only one', async () => {
  await expect
    .poll(async () => (await showHealth(shop)).processes)
    .toEqual([expect.objectContaining({ pid: process.pid, isLeader: true })]);
});

test('tells for how long the oldest work has been due', async () => {
  expect((await showHealth(shop)).waitingMs).toEqual({ mail: null, webhooks: null, polls: null });

  await sell(shop, 'lote');
  const buyer = { customerName: 'Bruno Reis', customerEmail: 'bruno@exemplo.com.br' };
  const unpaid = { ...buyer, paymentMethod: 'pix', productId: 'lote' } as const;
  await startPayment(shop, unpaid, { idempotencyKey: null, clientNetwork: '' });
  const now = Date.now();
  await shop.db
    .updateTable('outbox')
    .set({ nextAttemptAt: new Date(now - 3 * MINUTE_MS).toISOString() })
    .where('state', '=', 'waiting')
    .execute();
  const receivedAt = new Date(now - MINUTE_MS).toISOString();
  const delivery = { provider: 'sandbox', dedup: 'one', resourceId: 'x', state: 'waiting', attempts: 0 } as const;
  await insertDelivery(shop.db, { ...delivery, receivedAt, nextAttemptAt: receivedAt });

  const later = opened.with({ clock: { now: () => new Date(now + 30 * MINUTE_MS) } });
  const { mail, webhooks, polls } = (await showHealth(later)).waitingMs;
  expect([mail, webhooks]).toEqual([33 * MINUTE_MS, 31 * MINUTE_MS]);
  expect(polls).toBeGreaterThan(29 * MINUTE_MS);
  expect(polls).toBeLessThanOrEqual(30 * MINUTE_MS);
});

test('knows the last backup from the audit trail', async () => {
  expect((await showHealth(shop)).lastBackupAt).toBeNull();
  for (const [day, action] of [
    ['2026-11-20', 'backup.create'],
    ['2026-11-21', 'backup.create'],
    ['2026-11-22', 'backup.restore'],
  ]) {
    const subject = { actorId: 'command', entity: 'backup', entityId: 'all', fields: '[]', count: null };
    await insertAudit(shop.db, { at: `${day}T06:15:00.000Z`, action: `${action}`, ...subject });
  }
  expect((await showHealth(shop)).lastBackupAt).toBe('2026-11-21T06:15:00.000Z');
});
