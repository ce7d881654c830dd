import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countNotices, findAnnouncement } from '#db/queries/releases/announcements.ts';
import { inTransaction } from '#db/transactions.ts';
import { yieldToEventLoop } from '#src/domain/yield-to-event-loop.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { loginForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';
import { insertSale } from '../../support/purchases/prepared-sales.ts';
import { draftRelease, listReleases, sendFile } from '../../support/purchases/releases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const BUYERS = scaled(60, 10_000);
const KILLS = 3;
const BATCH = 250;
/** The store writes so many to the folder at once, and so one kill can interrupt them. */
const WRITTEN_AT_ONCE = 16;

const store = startStoreProcessForFile({ MAIL_PER_MINUTE: '600', LOG_LEVEL: 'warn' });
const owner = loginForFile(store);

test('a store killed three times while it tells its buyers of a version tells each of them once', {
  timeout: scaled(180_000, 2_400_000),
}, async ({ task }) => {
  const productId = await createProduct();
  const addresses = await addBuyers(productId, BUYERS);
  const releaseId = await announce(productId);

  await wait(randomInt(300));
  await dieAndReturn();
  for (let kill = 1; kill < KILLS; kill += 1) {
    const share = BUYERS / (KILLS + 1);
    await waitForSent(releaseId, randomInt(Math.round(kill * share), Math.round((kill + 1) * share)));
    await dieAndReturn();
  }
  await expect
    .poll(async () => (await findAnnouncement(store.database(), { releaseId, platform: '' }))?.state, {
      timeout: scaled(120_000, 1_800_000),
      interval: 250,
    })
    .toBe('done');

  const [release] = await listReleases(owner, productId);
  expect(release?.announcement).toEqual({ state: 'done', audience: BUYERS, sent: BUYERS, skipped: 0, endsAt: null });
  const rows = await store
    .database()
    .selectFrom('outbox')
    .innerJoin('customers', 'customers.id', 'outbox.customerId')
    .select(['customers.email', 'outbox.state', 'outbox.attempts'])
    .where('releaseId', '=', releaseId)
    .execute();
  expect(rows.map(({ email }) => email ?? '').toSorted(), 'one row for each').toEqual(addresses);
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);

  const mails = await store.mailbox();
  const idsOf = Map.groupBy(mails, (mail) => mail.to?.[0]?.address ?? '');
  expect([...idsOf.keys()].toSorted(), 'nobody is left out, and nobody else is told').toEqual(addresses);
  // A message interrupted by a kill is written again under its own Message-ID, by which a mail program knows it.
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(BUYERS);
  for (const { email, attempts } of rows) {
    const own = idsOf.get(email ?? '') ?? [];
    expect(new Set(own.map(({ messageId }) => messageId)).size, `${email}`).toBe(1);
    expect(own.length, `${email}`).toBeLessThanOrEqual(attempts);
  }
  const interrupted = rows.reduce((sum, { attempts }) => sum + attempts - 1, 0);
  expect(interrupted).toBeLessThanOrEqual(KILLS * WRITTEN_AT_ONCE);
  recordFigure(task, { name: 'buyers', value: BUYERS });
  recordFigure(task, { name: 'attempts interrupted by a kill', value: interrupted });
  recordFigure(task, { name: 'files written again', value: mails.length - BUYERS });
});

async function createProduct(): Promise<string> {
  const fields = { name: 'Curva Log', price: 'R$ 10,00', downloadUrl: '/uploads/corte-final-demo.zip' };
  const product = { ...fields, requiresActivation: false };
  return expectStatus(await owner.post('/api/admin/products', product), 201).json<AdminProduct>().id;
}

/** Their addresses, in order. */
async function addBuyers(productId: string, count: number): Promise<string[]> {
  const completedAt = new Date().toISOString();
  const names = Array.from({ length: count }, (_, at) => `comprador-${at}`);
  const sale = { productId, productName: 'Curva Log', completedAt };
  for (let at = 0; at < count; at += BATCH) {
    await inTransaction(store.database(), async (tx) => {
      for (const name of names.slice(at, at + BATCH)) await insertSale(tx, name, sale);
    });
    // Lets the client hear of connections that the store closed meanwhile.
    await yieldToEventLoop();
  }
  return names.map((name) => `${name}@exemplo.com.br`).toSorted();
}

async function announce(productId: string): Promise<string> {
  const { id } = await draftRelease(owner, productId, { version: '2.1.0', notes: '- Mais **rápido**' });
  await sendFile(owner, { releaseId: id, fileName: 'curva.zip', bytes: Buffer.from('um plugin') }, { url: store.url });
  expectStatus(await owner.post(`/api/admin/releases/${id}/publish`, { notify: true }), 200);
  return id;
}

async function dieAndReturn(): Promise<void> {
  await store.kill();
  await store.restart();
}

/** Looks often, so that the kill comes while the next ones are written. */
async function waitForSent(releaseId: string, count: number): Promise<void> {
  const deadline = Date.now() + scaled(120_000, 1_800_000);
  while ((await countNotices(store.database(), { releaseId, platform: '' })).sent < count) {
    if (Date.now() > deadline) throw new Error(`Fewer than ${count} notices were sent.`);
    await wait(40);
  }
}
