import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateMail } from '#db/queries/mail/outbox.ts';
import { claimJob, releaseClaims } from '#db/queries/mail/queue-claims.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { openAcceptedMail } from '#src/domain/mail/accepted-mail.ts';
import { listFailedMailPage, retryAllMail, retryMail } from '#src/domain/mail/failed-mail.ts';
import { forgetMailTests, requestMailTest } from '#src/domain/mail/mail-tests.ts';
import { noteAcceptedMail } from '#src/domain/mail/note-accepted-mail.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { startWorker } from '#src/server/worker.ts';
import { type MailServer, openMailServer } from '../../support/calls/smtp.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { freePort } from '../../support/store/free-port.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const OWNER = { id: 'owner' };

let opened: OpenTestShop;
let shop: Shop;
let now: number;
let office: MailServer;

beforeEach(async () => {
  opened = await openTestShop();
  // A port that can be had again: the system gives it to nobody meanwhile.
  office = await openMailServer(undefined, await freePort());
  now = Date.now();
  shop = shopWith(office.url);
});
afterEach(async () => {
  shop.mail.close();
  await office.close();
  await opened.close();
});

function shopWith(smtpUrl: string, longestSendMs?: number): Shop {
  const shown = {
    storeName: 'Corte Final',
    siteUrl: 'https://loja.test',
    communityUrl: 'https://comunidade.test/corte',
    logo: '',
    accent: 'orange' as const,
  };
  const mail = openMailer({ smtpUrl, mailFrom: 'loja@corte.test', mailDir: '/nowhere', ...shown }, longestSendMs);
  return { ...opened.shop, mail, clock: { now: () => new Date(now) } };
}

const mails = () => shop.db.selectFrom('outbox').selectAll().orderBy('id').execute();

/** Goes from hour to hour, as the worker does. */
async function letPass(ms: number): Promise<void> {
  for (const end = now + ms; now < end; now += HOUR) while ((await deliverDueMail(shop)) > 0);
}

/** Nobody listens there any more; who opens an office there again has the same address. */
async function closeOffice(): Promise<number> {
  await office.close();
  return Number(new URL(office.url).port);
}

describe('receipts while the mail server is away', () => {
  it('for three days all leave afterwards, each once', async () => {
    const sales: string[] = [];
    for (let buyer = 0; buyer < 3; buyer += 1) sales.push(await sell(shop, 'lote'));
    const port = await closeOffice();
    await letPass(3 * DAY);
    expect((await mails()).map(({ state }) => state)).toEqual(sales.map(() => 'waiting'));

    office = await openMailServer(undefined, port);
    await letPass(2 * HOUR);

    expect(office.letters).toHaveLength(sales.length);
    const names = new Set(office.letters.map(({ messageId }) => messageId));
    expect(names).toEqual(new Set(sales.map((id) => `<receipt.${id}@corte.test>`)));
    expect((await mails()).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('are retried with growing pauses of at most an hour, and fail after five days', async () => {
    await sell(shop, 'lote');
    await closeOffice();
    const pauses: number[] = [];
    for (const start = now; now - start < 5 * DAY; ) {
      await deliverDueMail(shop);
      const [mail] = await mails();
      expect(mail).toMatchObject({ state: 'waiting', lastError: 'ESOCKET' });
      const next = Date.parse(mail?.nextAttemptAt ?? '');
      pauses.push((next - now) / SECOND);
      now = next;
    }
    expect(pauses.slice(0, 10)).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);

    await deliverDueMail(shop);
    expect(await mails()).toMatchObject([{ state: 'given_up' }]);
  });

  it('delay the mail behind them little: a round ends after eight failures', async () => {
    for (let buyer = 0; buyer < 14; buyer += 1) await sell(shop, 'lote');
    await closeOffice();
    await deliverDueMail(shop);
    const tried = (await mails()).filter(({ attempts }) => attempts > 0);
    expect(tried.length).toBeGreaterThanOrEqual(8);
    expect(tried.length).toBeLessThan(14);
  });
});

describe('receipts at a working server', () => {
  it('are sent four at a time over four connections, and a full batch starts the next at once', async () => {
    await queueReceipts(45);
    let calls = 0;
    const stop = shop.events.subscribe('outbox', () => {
      calls += 1;
    });
    expect(await deliverDueMail(shop)).toBe(40);
    expect(calls).toBe(1);
    expect(await deliverDueMail(shop)).toBe(5);
    expect(calls).toBe(1);
    stop();
    expect(office.lines).toEqual({ most: 4, all: 4 });
    expect(new Set(office.letters.map(({ messageId }) => messageId)).size).toBe(45);
  });

  it('are retried with growing pauses while it refuses, and its message is not stored', async () => {
    await sell(shop, 'lote');
    office.refuseWith({ code: 451, text: 'no room for ana@exemplo.com.br' });
    for (const [attempts, seconds] of [
      [1, 15],
      [2, 30],
      [3, 60],
    ] as const) {
      await deliverDueMail(shop);
      const [mail] = await mails();
      expect(mail).toMatchObject({ state: 'waiting', attempts, sentAt: null, lastError: expect.any(String) });
      expect(mail?.lastError).not.toContain('@');
      expect(Date.parse(mail?.nextAttemptAt ?? '') - now).toBe(seconds * SECOND);
      now += seconds * SECOND;
    }
    office.refuseWith(null);
    await deliverDueMail(shop);
    expect(office.letters).toHaveLength(1);
    expect(await mails()).toMatchObject([{ state: 'sent', lastError: null }]);
  });

  it('are not sent after a refund', async () => {
    const id = await sell(shop, 'lote');
    const refunded = { status: 'REFUNDED' as const, refundedAt: new Date(now).toISOString() };
    await shop.db.updateTable('purchases').set(refunded).where('id', '=', id).execute();
    await deliverDueMail(shop);
    expect(await mails()).toMatchObject([{ state: 'given_up', lastError: 'nothing_to_send' }]);
    expect(office.letters).toEqual([]);
  });

  it('leave by the hundred, each once', async ({ task }) => {
    const count = scaled(120, 500);
    await queueReceipts(count);
    const startedAt = performance.now();
    const worker = startWorker(shop, opened.whileLeading);
    await office.waitForMails(count, { timeoutMs: 120_000 });
    recordFigure(task, { name: `${count} receipts`, value: performance.now() - startedAt, unit: 'ms', under: 60_000 });
    await worker.close();
    expect(new Set(office.letters.map(({ messageId }) => messageId)).size).toBe(count);
    expect((await mails()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
  });
});

describe('a message that is being sent', () => {
  let silent: { port: number; sockets: Set<Socket>; close(): void };

  beforeEach(async () => {
    silent = await openSilentServer();
  });
  afterEach(() => silent.close());

  it('times out before another worker may take it', async () => {
    await sell(shop, 'lote');
    shop = shopWith(`smtp://127.0.0.1:${silent.port}`, 400);
    const sending = deliverDueMail(shop);
    await expect.poll(() => silent.sockets.size).toBe(1);
    const [mail] = await mails();
    expect(Date.parse(mail?.nextAttemptAt ?? '') - now).toBeGreaterThan(shop.mail.longestSendMs);

    // Another process of the same shop, whose own server works.
    const other = shopWith(office.url);
    now += shop.mail.longestSendMs;
    expect(await deliverDueMail(other)).toBe(0);
    await sending;
    await expect.poll(() => silent.sockets.size).toBe(0);
    expect(await mails()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: 'ETIMEDOUT' }]);

    now += 15 * SECOND;
    expect(await deliverDueMail(other)).toBe(1);
    expect(office.letters).toHaveLength(1);
    other.mail.close();
  });
});

it('that a process had claimed when it died leaves at the next start, and a pause goes on', async () => {
  await sell(shop, 'lote');
  await sell(shop, 'lote');
  const inAnHour = new Date(now + HOUR).toISOString();
  const [claimed, paused] = await mails();
  if (!claimed || !paused) throw new Error('no mail was queued');
  expect(await claimJob(shop.db, 'outbox', claimed, inAnHour)).toBe(true);
  expect(await claimJob(shop.db, 'outbox', paused, inAnHour)).toBe(true);
  await updateMail(shop.db, paused.id, { lastError: 'ESOCKET' });
  expect(await deliverDueMail(shop)).toBe(0);

  await releaseClaims(shop.db, 'outbox', new Date(now).toISOString());

  expect(await deliverDueMail(shop)).toBe(1);
  expect(await mails()).toMatchObject([{ state: 'sent' }, { state: 'waiting', nextAttemptAt: inAnHour }]);
});

it('that a server took while the database went away is noted when it is back, and no other process sends it again', async () => {
  const purchaseId = await sell(shop, 'lote');
  const other = { ...shop, acceptedMail: openAcceptedMail() };
  await sql`alter table "purchaseEvents" rename to away`.execute(shop.db);
  expect(await deliverDueMail(shop)).toBe(0);
  expect(office.letters).toHaveLength(1);
  await noteAcceptedMail(shop);
  now += HOUR;
  await sql`alter table outbox rename to "awayToo"`.execute(shop.db);
  await expect(deliverDueMail(other)).rejects.toThrow('no such table');
  await sql`alter table "awayToo" rename to outbox`.execute(shop.db);
  await sql`alter table away rename to "purchaseEvents"`.execute(shop.db);

  now += 10 * SECOND;
  expect(await deliverDueMail(other)).toBe(0);
  await noteAcceptedMail(shop);
  expect(await mails()).toMatchObject([{ state: 'sent' }]);
  now += HOUR;
  expect(await deliverDueMail(other)).toBe(0);
  expect(office.letters).toHaveLength(1);
  const events = shop.db.selectFrom('purchaseEvents').select('event').where('purchaseId', '=', purchaseId);
  expect((await events.execute()).filter(({ event }) => event === 'mailed')).toHaveLength(1);
});

describe('failed mail', () => {
  let sales: string[];

  beforeEach(async () => {
    sales = [];
    for (let buyer = 0; buyer < 3; buyer += 1) sales.push(await sell(shop, 'lote'));
    const port = await closeOffice();
    now += 5 * DAY;
    await deliverDueMail(shop);
    office = await openMailServer(undefined, port);
  });

  const listed = async () => {
    const { items, total } = await listFailedMailPage(shop, { page: 1, pageSize: 20, order: 'desc' });
    expect(items).toHaveLength(total);
    return items;
  };
  const trail = () => shop.db.selectFrom('audit').selectAll().where('action', '=', 'purchase.retry_mail').execute();

  it('is listed until it is queued again, once, and is then sent', async () => {
    const [newest] = await listed();
    expect(newest).toMatchObject({
      purchaseId: sales[2],
      customer: 'Ana Conceição',
      email: 'ana@exemplo.com.br',
      product: 'Lote',
      reason: 'o servidor de e-mail não respondeu',
    });
    expect(await retryMail(shop, OWNER, newest?.id ?? '')).toMatchObject({ success: true, queued: 1 });
    expect(await retryMail(shop, OWNER, newest?.id ?? '')).toMatchObject({ success: true, queued: 0 });
    expect(await listed()).toHaveLength(2);
    await deliverDueMail(shop);
    expect(office.letters.map(({ messageId }) => messageId)).toEqual([`<receipt.${sales[2]}@corte.test>`]);
    expect(await trail()).toMatchObject([{ actorId: 'owner', entity: 'purchase', entityId: sales[2] }]);
  });

  it('is queued all at once, and gets five more days', async () => {
    expect(await retryAllMail(shop, OWNER)).toMatchObject({ queued: 3 });
    expect(await retryAllMail(shop, OWNER)).toMatchObject({ queued: 0 });
    expect(await listed()).toEqual([]);
    expect(await trail()).toMatchObject([{ entityId: 'all' }]);
    office.refuseWith({ code: 451, text: 'busy' });
    now += 4 * DAY;
    await deliverDueMail(shop);
    expect((await mails()).every(({ state }) => state === 'waiting')).toBe(true);
    now += DAY;
    await deliverDueMail(shop);
    expect(await listed()).toHaveLength(3);
  });

  it('excludes mail that a later message replaced, and mail of erased customers', async () => {
    const ofNewest = shop.db
      .selectFrom('outbox')
      .selectAll()
      .where('purchaseId', '=', sales[2] ?? '');
    const { id: _, ...mail } = await ofNewest.executeTakeFirstOrThrow();
    const later = { ...mail, state: 'sent', dedup: 'resend:later', kind: 'resend' } as const;
    await shop.db.insertInto('outbox').values(later).execute();
    expect((await listed()).map(({ purchaseId }) => purchaseId)).toEqual([sales[1], sales[0]]);

    const customers = await shop.db
      .selectFrom('purchases')
      .select('customerId')
      .where('id', '=', sales[0] ?? '')
      .execute();
    const [one] = await listed();
    await removeCustomer(shop, OWNER, customers[0]?.customerId ?? '');
    expect(await listed()).toEqual([]);
    await expect(retryMail(shop, OWNER, one?.id ?? '')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(retryMail(shop, OWNER, 'x')).rejects.toThrow('Este e-mail não existe mais');
    expect(await retryAllMail(shop, OWNER)).toMatchObject({ queued: 0 });
  });
});

/** Queues so many messages about one sale. */
async function queueReceipts(count: number): Promise<void> {
  const purchaseId = await sell(shop, 'lote');
  await shop.db.deleteFrom('outbox').execute();
  const at = new Date(now).toISOString();
  const mail = { kind: 'resend', purchaseId, state: 'waiting', attempts: 0, nextAttemptAt: at, createdAt: at } as const;
  const rows = Array.from({ length: count }, (_, turn) => ({ ...mail, dedup: `resend:${purchaseId}:${turn}` }));
  for (const row of rows) await shop.db.insertInto('outbox').values(row).execute();
}

/** Takes calls and says nothing. */
async function openSilentServer() {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => socket.destroy())
      .on('close', () => sockets.delete(socket))
      .resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: address.port, sockets, close };
}

it('forgets tests of mail after a month, without another one being asked for', async () => {
  await requestMailTest(shop, OWNER);
  const tests = () => shop.db.selectFrom('mailTests').select('state').execute();
  now += 29 * DAY;
  await forgetMailTests(shop);
  expect(await tests()).toHaveLength(1);
  now += 2 * DAY;
  await forgetMailTests(shop);
  expect(await tests()).toEqual([]);
});
