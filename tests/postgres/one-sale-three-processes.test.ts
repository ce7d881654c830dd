import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerSummary } from '#src/wire/customers/customers.ts';
import type { CreatedHook } from '#src/wire/hooks/hooks.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { listenAnywhere } from '../support/banks/http.ts';
import { type BankSide, openMercadoPagoSide } from '../support/banks/real-banks.ts';
import { type BucketServer, openBucketServer } from '../support/bucket/bucket-server.ts';
import { type Client, login, openClient } from '../support/calls/client.ts';
import { inParallel } from '../support/calls/in-parallel.ts';
import { type MailServer, openMailServer } from '../support/calls/smtp.ts';
import { type SeveralProcesses, startSeveral } from '../support/postgres/several-processes.ts';
import { expectStatus, type Order, startPurchase, waitForStatus } from '../support/purchases/buy.ts';
import { enterAsBuyer } from '../support/purchases/buyers.ts';
import { purchaseRow, receiptSent } from '../support/purchases/purchases.ts';
import { draftRelease, listReleases } from '../support/purchases/releases.ts';
import type { Store } from '../support/store/store.ts';
import { tracesIn, tracesInRows } from '../support/traces.ts';
import { expectEachMailOnce } from '../support/worlds/expect-each-mail-once.ts';

const COUPON = 'MARINA10';
const MB = 1024 * 1024;
const ZULEIKA = { customerName: 'Zuleika Quixadá Ypiranga', customerEmail: 'zuleika.quixada@correio-dela.com.br' };
/** These words would tell of her, in every spelling that the shop keeps. */
const TRACES = ['zuleika', 'quixad', 'ypiranga', 'correio-dela'];

let office: MailServer;
let bank: BankSide;
let bucket: BucketServer;
let several: SeveralProcesses;
let front: Store;
let visitor: Client;
/** Each process knows the one session. */
let owners: Client[];

beforeAll(async () => {
  [office, bank, bucket] = await Promise.all([openMailServer(), openMercadoPagoSide(), openBucketServer()]);
  const settings = { ...bank.settings, ...bucket.settings, HOOKS_ALLOW_PRIVATE: 'true' };
  several = await startSeveral(3, { ...settings, SMTP_URL: office.url, UNPAID_PER_ADDRESS: '5000' });
  front = several.front;
  visitor = openClient(front.url);
  owners = atEachProcess(await login(front));
});
afterAll(async () => {
  await several.stop();
  await Promise.all([office.close(), bank.close(), bucket.close()]);
});

test('a sale that is refunded at three processes at once goes back once: money, key, commission, coupon, mail', async () => {
  const usesBefore = await usesOfCoupon();
  const buyer = { productId: 'grade-cinema', customerEmail: 'devolvida@exemplo.com.br' };
  const { purchaseId, reference } = await buyAtBank({ ...buyer, couponCode: COUPON });
  expect(await usesOfCoupon()).toBe(usesBefore + 1);
  await receiptSent(front, purchaseId);

  const statuses = await inParallel(30, 30, async (turn) => {
    const response = await ownerAt(turn).post(`/api/admin/purchases/${purchaseId}/refund`);
    await bank.notify(several.processes[turn % 3]?.url ?? '', reference);
    return response.status;
  });
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => ![200, 202, 409].includes(status))).toEqual([]);
  await waitForStatus(visitor, purchaseId, 'REFUNDED');
  await webhooksProcessed();

  expect(bank.refunds(reference)).toBe(1);
  expect(await usesOfCoupon()).toBe(usesBefore);
  const events = await of(purchaseId, 'purchaseEvents').select('event').execute();
  for (const once of ['refund_requested', 'refunded', 'key_revoked', 'commission_reversed', 'coupon_freed']) {
    expect({ once, times: events.filter(({ event }) => event === once).length }).toEqual({ once, times: 1 });
  }
  const commissions = await of(purchaseId, 'affiliateSales').select('status').execute();
  expect(commissions).toEqual([{ status: 'reversed' }]);
  // A sale's first item has the sale's id.
  const keys = front.database().selectFrom('activationKeys').select('revokedReason').where('itemId', '=', purchaseId);
  expect(await keys.execute()).toEqual([{ revokedReason: 'refunded' }]);
  const audit = front.database().selectFrom('audit').select('id').where('entityId', '=', purchaseId);
  expect(await audit.where('action', '=', 'purchase.refund').execute()).toHaveLength(1);
  const kinds = (await of(purchaseId, 'outbox').select('kind').execute()).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['receipt', 'refunded']);
  expect(await expectEachMailOnce(front, office, 'devolvida')).toBe(2);
});

test('a buyer who withdraws at some processes while the owner refunds at others gets the money back once', async () => {
  const customerEmail = 'arrependida@exemplo.com.br';
  const { purchaseId, reference } = await buyAtBank({ productId: 'grade-cinema', customerEmail });
  const atProcess = several.processes.map(({ url }) => openClient(url));
  const statuses = await inParallel(8, 8, async (turn) => {
    if (turn % 2 === 0) return (await ownerAt(turn).post(`/api/admin/purchases/${purchaseId}/refund`)).status;
    const withdrawal = `/api/payments/withdrawal/${purchaseId}`;
    return (await atProcess[turn % 3]?.post(withdrawal, { email: customerEmail, reason: '' }))?.status ?? 0;
  });
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => ![200, 202, 409, 410].includes(status))).toEqual([]);
  await bank.notify(front.url, reference);
  await waitForStatus(visitor, purchaseId, 'REFUNDED');

  expect(bank.refunds(reference)).toBe(1);
  const events = (await of(purchaseId, 'purchaseEvents').select('event').execute()).map(({ event }) => event);
  for (const once of ['refund_requested', 'refunded', 'key_revoked']) {
    expect({ once, times: events.filter((event) => event === once).length }).toEqual({ once, times: 1 });
  }
  const wish = front.database().selectFrom('withdrawals').select('state').where('purchaseId', '=', purchaseId);
  expect((await wish.execute()).filter(({ state }) => state !== 'refunded')).toEqual([]);
  const kinds = (await of(purchaseId, 'outbox').select('kind').execute()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'refunded')).toHaveLength(1);
});

test('each event leaves for its receiver once, from whichever of three processes has it', async () => {
  const arrived: string[] = [];
  const receiver = createServer((request, response) => {
    arrived.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = await listenAnywhere(receiver);
  const typed = { kind: 'standard', description: 'Planilha', url, events: ['sale.created'] };
  const { id } = expectStatus(await ownerAt(0).post('/api/admin/hooks', typed), 201).json<CreatedHook>();
  await inParallel(30, 10, () => startPurchase(visitor, { productId: 'onda-audio' }));
  const states = async () => {
    const deliveries = front.database().selectFrom('hookDeliveries').select(['eventId', 'state', 'tries']);
    return deliveries.where('hookId', '=', id).execute();
  };
  await expect.poll(async () => (await states()).filter(({ state }) => state === 'done').length).toBe(30);

  const delivered = await states();
  expect(delivered.filter(({ tries }) => tries !== 1)).toEqual([]);
  expect(arrived.toSorted()).toEqual(delivered.map(({ eventId }) => eventId).toSorted());
  expectStatus(await ownerAt(1).delete(`/api/admin/hooks/${id}`), 200);
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

test('a file that begins at one process, goes on at another and ends at a third lies whole in the bucket', async () => {
  const bytes = randomBytes(20 * MB);
  const { id: releaseId } = await draftRelease(ownerAt(0), 'lote', { version: '9.1' });
  const metadata = Object.entries({ releaseId, fileName: 'em-tres.zip' }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await ownerAt(0).fetch(TRANSFER_PATH, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  });
  const { pathname } = new URL(begun.headers.get('location') ?? '', front.url);
  for (const [turn, from, to] of [
    [0, 0, 8 * MB],
    [1, 8 * MB, 16 * MB],
    [2, 16 * MB, bytes.length],
  ] as const) {
    const head = await ownerAt(turn).fetch(pathname, { method: 'HEAD', headers: tus });
    expect(head.headers.get('upload-offset')).toBe(String(from));
    const headers = { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
    const sent = await ownerAt(turn).fetch(pathname, { method: 'PATCH', headers, body: bytes.subarray(from, to) });
    expect(sent.status).toBe(204);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const release = (await listReleases(ownerAt(1), 'lote')).find(({ id }) => id === releaseId);
  expect(release?.files).toMatchObject([{ fileName: 'em-tres.zip', sizeBytes: bytes.length, sha256 }]);
  expect([...bucket.objects.values()].filter((object) => object.bytes.equals(bytes))).toHaveLength(1);
});

test('of a customer erased at one process no other keeps, shows or mails a byte, or knows her session, while all sell and mail', async () => {
  const { purchaseId } = await buyAtBank({ ...ZULEIKA, productId: 'grade-cinema' });
  const open = await startPurchase(visitor, { ...ZULEIKA, productId: 'onda-audio' });
  await receiptSent(front, purchaseId);
  const shown = [
    '/api/admin/customers?q=quixada',
    '/api/admin/customers/export.csv',
    '/api/admin/purchases?page=1&q=quixada',
    '/api/admin/purchases/export.csv',
    `/api/admin/purchases/${purchaseId}`,
    `/api/admin/purchases/${open.purchaseId}`,
    `/api/payments/purchase/${purchaseId}`,
    `/api/payments/status/${open.transactionId}`,
    `/purchase/success/${purchaseId}`,
  ];
  const tracesShown = async (at: number) => {
    const texts = await Promise.all(shown.map(async (path) => (await ownerAt(at).get(path)).text));
    return texts.flatMap((text, index) => tracesIn(TRACES, [text], shown[index] ?? ''));
  };
  const totals = () => Promise.all(owners.map(async (owner) => (await listOf(owner, '')).total));
  for (const at of owners.keys()) expect(await tracesShown(at)).not.toEqual([]);
  expect(await tracesInRows(TRACES, front.database())).not.toEqual([]);
  const [customer] = (await listOf(ownerAt(0), 'quixada')).items;
  const mailed = { ...front, mailbox: async () => office.letters };
  const buyers = atEachProcess(await enterAsBuyer(mailed, ZULEIKA.customerEmail));
  const purchasesShown = () =>
    Promise.all(buyers.map(async (buyer) => (await buyer.get('/api/buyer/purchases')).status));
  expect(await purchasesShown()).toEqual([200, 200, 200]);

  const closing = new AbortController();
  const others = inParallel(6, 6, async (lane) => {
    const statuses: number[] = [];
    for (let turn = 0; !closing.signal.aborted; turn += 1) {
      const path = shown[(turn + lane) % shown.length] ?? '';
      statuses.push((await ownerAt(lane).get(path)).status);
      if (turn % 4 === 0) await ownerAt(lane).post(`/api/admin/purchases/${purchaseId}/resend-email`);
      if (turn % 4 === 2) await buyAtBank({ productId: 'onda-audio', customerEmail: `outra${lane}@exemplo.com.br` });
    }
    return statuses;
  });
  await expect.poll(() => office.letters.some(({ to }) => to?.[0]?.address?.startsWith('outra'))).toBe(true);
  expectStatus(await ownerAt(0).delete(`/api/admin/customers/${customer?.id}`), 200);
  for (const at of owners.keys()) expect(await tracesShown(at)).toEqual([]);
  expect(await purchasesShown()).toEqual([401, 401, 401]);
  closing.abort();
  expect((await others).flat().filter((status) => status >= 500)).toEqual([]);

  const left = (await totals())[0];
  expect(await totals()).toEqual([left, left, left]);
  for (const owner of owners) expect((await listOf(owner, 'quixada')).items).toEqual([]);
  const hers = front.database().selectFrom('outbox').select('state').where('purchaseId', '=', purchaseId);
  await expect.poll(() => hers.where('state', '=', 'waiting').execute()).toEqual([]);
  // The mail that was under way at the erasure still arrives, once.
  const ofHerSale = () =>
    office.letters.filter(
      ({ to, subject }) => to?.[0]?.address === ZULEIKA.customerEmail && !subject?.startsWith('Seu link'),
    );
  await expect.poll(async () => ofHerSale().length - (await hers.where('state', '=', 'sent').execute()).length).toBe(0);
  expect(await tracesInRows(TRACES, front.database())).toEqual([]);
  expect(several.processes.flatMap((store, at) => tracesIn(TRACES, [store.output()], `the log of ${at}`))).toEqual([]);

  const { providerReference } = await purchaseRow(front, open.purchaseId);
  await bank.pay(providerReference);
  await bank.notify(front.url, providerReference);
  const page = await waitForStatus(visitor, open.purchaseId, 'COMPLETED');
  expect(page).toMatchObject({ customerName: 'Cliente removido', customerEmail: '' });
  await expectEachMailOnce(front, office, 'outra');
});

/** The same session. */
function atEachProcess({ cookies }: Client): Client[] {
  return several.processes.map(({ url }) => {
    const client = openClient(url);
    for (const [name, value] of cookies) client.cookies.set(name, value);
    return client;
  });
}

async function buyAtBank(wanted: Order): Promise<{ purchaseId: string; reference: string }> {
  const { purchaseId } = await startPurchase(visitor, wanted);
  const { providerReference: reference } = await purchaseRow(front, purchaseId);
  await bank.pay(reference);
  await bank.notify(front.url, reference);
  await waitForStatus(visitor, purchaseId, 'COMPLETED');
  return { purchaseId, reference };
}

function ownerAt(turn: number): Client {
  const owner = owners[turn % owners.length];
  if (!owner) throw new Error('no process was started');
  return owner;
}

async function listOf(owner: Client, q: string): Promise<Page<CustomerSummary>> {
  return expectStatus(await owner.get(`/api/admin/customers?page=1&q=${q}`), 200).json<Page<CustomerSummary>>();
}

function of(purchaseId: string, table: 'purchaseEvents' | 'affiliateSales' | 'outbox') {
  return front.database().selectFrom(table).where('purchaseId', '=', purchaseId);
}

async function usesOfCoupon(): Promise<number> {
  const coupon = front.database().selectFrom('coupons').select('used').where('code', '=', COUPON);
  return (await coupon.executeTakeFirstOrThrow()).used;
}

async function webhooksProcessed(): Promise<void> {
  const waiting = front.database().selectFrom('webhookInbox').select('id').where('state', '=', 'waiting');
  await expect.poll(() => waiting.execute()).toEqual([]);
}
