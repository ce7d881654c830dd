import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertReleaseFile } from '#db/queries/releases/releases.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { newId } from '#src/domain/ids.ts';
import type { MailContent } from '#src/domain/mail/content.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { queueAnnouncements, sendTestNotice, stopAnnouncement } from '#src/domain/releases/announcements.ts';
import { publishReleaseFile } from '#src/domain/releases/late-files.ts';
import { createRelease, publishRelease, withdrawRelease } from '#src/domain/releases/releases.ts';
import { listProductReleases } from '#src/domain/releases/show-releases.ts';
import { unsubscribe, unsubscribeUrl } from '#src/domain/releases/unsubscribe.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const PRODUCT = 'lote';
const MINUTE = 60_000;
const SMALL_BATCH = 4;

let house: OpenTestShop;
let owner: { id: string };
let now: number;
let sent: MailContent[];

beforeEach(async () => {
  house = await openTestShop();
  owner = await house.shop.db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirstOrThrow();
  await house.shop.db.deleteFrom('outbox').execute();
  now = Date.now();
  sent = [];
});
afterEach(() => house.close());

describe('a notice of a version', () => {
  test('reaches each buyer once, however often the queue begins again', async () => {
    const buyers = await addBuyers(11);
    const id = await announce();
    // Two leaders for a moment, and a process that ends in the middle and begins again.
    await Promise.all([1, 2].map(() => queueAnnouncements(shop(), undefined, SMALL_BATCH)));
    await house.shop.db
      .updateTable('announcements')
      .set({ lastCustomerId: '', queuedAt: null, state: 'sending', endedAt: null })
      .execute();
    await queueAnnouncements(shop(), undefined, SMALL_BATCH);
    expect(await queuedCustomers(id)).toEqual([...buyers, ...(await otherBuyers(buyers))].toSorted());
  });

  test('leaves at the pace of the shop, behind all other mail', async () => {
    await addBuyers(40);
    await announce();
    await queueAnnouncements(shop());
    for (let look = 0; look < 5; look += 1) await deliverDueMail(shop());
    expect(notices().length).toBeLessThanOrEqual(1);
    now += 90_000;
    await receiptOf('grade-cinema');
    await deliverDueMail(shop());
    expect(sent.at(-1)?.kind, 'the receipt overtakes the notices that are due').toBe('receipt');
    for (let look = 0; look < 15; look += 1) await deliverDueMail(shop());
    expect(notices().length, 'one before, and a minute of them').toBe(31);
    // Many are due after a pause, and the pace holds all the same, also for processes that send at once.
    now += 60 * MINUTE;
    const before = notices().length;
    for (let look = 0; look < 5; look += 1) {
      await Promise.all(Array.from({ length: 4 }, () => deliverDueMail(shop())));
    }
    expect(notices().length - before).toBe(30);
  });

  test('says what changed, with a link that declines and the headers of RFC 8058', async () => {
    await oneBuyer();
    await announce({ notes: '- Mais **rápido** <script>alert(1)</script>' });
    await sendAll();
    const [letter] = notices();
    if (letter?.kind !== 'release') throw new Error('No notice was sent.');
    expect(letter).toMatchObject({ version: '2.1.0', isCritical: false });
    expect(letter.notesHtml).toContain('<strong>rápido</strong>');
    expect(letter.notesHtml).not.toContain('<script');
    expect(letter.unsubscribeUrl).toMatch(/\/avisos\/[\w-]+\.[\w-]{22}$/);
  });

  test('skips who was erased or declined after it was queued, at once', async () => {
    const [declined = '', erased = '', kept = ''] = await addBuyers(3);
    const id = await announce();
    await queueAnnouncements(shop());
    expect(await unsubscribe(shop(), await tokenOf(declined))).toBe(true);
    await removeCustomer(house.shop, owner, erased);
    await sendAll();
    const reached = await customersOf(id, 'sent');
    for (const skipped of [declined, erased]) expect(reached).not.toContain(skipped);
    expect(reached).toContain(kept);
    const [release] = await listProductReleases(shop(), PRODUCT);
    expect(release?.announcement).toMatchObject({ state: 'done', skipped: 2 });
  });

  test('skips a sale that the owner refunds mid-way', async () => {
    const sale = await sell(house.shop, PRODUCT);
    const customerId = await buyerOf(sale);
    const id = await announce();
    await queueAnnouncements(shop());
    await refundSale(house.shop, owner, sale);
    await sendAll();
    expect(await customersOf(id, 'given_up')).toContain(customerId);
  });

  test('is for those whose purchase covers the version', async () => {
    const [old = '', ended = '', both = ''] = await addBuyers(3);
    await setTerms(old, { updatesMajor: 1 });
    await setTerms(ended, { updatesUntil: '2020-01-01' });
    await setTerms(both, { updatesMajor: 2, updatesUntil: '2090-01-01' });
    const id = await announce();
    await queueAnnouncements(shop());
    const queued = await queuedCustomers(id);
    expect([old, ended, both].map((buyer) => queued.includes(buyer))).toEqual([false, false, true]);
  });

  test('of safety reaches those too who declined', async () => {
    const [buyer = ''] = await addBuyers(1);
    await unsubscribe(shop(), await tokenOf(buyer));
    const usual = await announce({ version: '2.1.0' });
    const critical = await announce({ version: '2.1.1', isCritical: true });
    await queueAnnouncements(shop());
    expect(await queuedCustomers(usual)).not.toContain(buyer);
    expect(await queuedCustomers(critical)).toContain(buyer);
  });

  test('is stopped, and who was not reached is not any more', async () => {
    await addBuyers(5);
    const id = await announce();
    await queueAnnouncements(shop());
    const stopped = await stopAnnouncement(shop(), owner, { releaseId: id });
    expect(stopped.announcement?.state).toBe('stopped');
    const count = notices().length;
    await sendAll();
    expect(notices()).toHaveLength(count);
    await expect(stopAnnouncement(shop(), owner, { releaseId: id })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'already_sent',
    });
    await expect(sendTestNotice(shop(), owner, { releaseId: id })).rejects.toMatchObject({ code: 'already_sent' });
  });

  test('is tried out by the owner, whose address alone gets it', async () => {
    await addBuyers(2);
    const id = await draft({ notes: 'Mais rápido' });
    await sendTestNotice(shop(), owner, { releaseId: id });
    await deliverDueMail(shop());
    expect(notices()).toHaveLength(1);
    expect(notices()[0]).toMatchObject({ unsubscribeUrl: null });
    const empty = await draft({ version: '3.0', notes: '' });
    await expect(sendTestNotice(shop(), owner, { releaseId: empty })).rejects.toMatchObject({ code: 'notes_missing' });
    await expect(stopAnnouncement(shop(), owner, { releaseId: id })).rejects.toMatchObject({ code: 'already_sent' });
    expect((await listProductReleases(shop(), PRODUCT)).every(({ announcement }) => announcement === null)).toBe(true);
  });

  test('ends with the withdrawal of its version', async () => {
    await addBuyers(3);
    const id = await announce();
    await queueAnnouncements(shop());
    await withdrawRelease(shop(), owner, id, { reason: 'Fecha o editor' });
    now += 60 * MINUTE;
    await queueAnnouncements(shop());
    await deliverDueMail(shop());
    expect(notices()).toEqual([]);
    const releases = await listProductReleases(shop(), PRODUCT);
    expect(releases.find((release) => release.id === id)?.announcement).toMatchObject({ state: 'stopped' });
  });

  test('is declined by nothing but the link of the mail', async () => {
    const [buyer = '', other = ''] = await addBuyers(2);
    const token = await tokenOf(buyer);
    const signature = token.split('.')[1];
    for (const wrong of ['', buyer, `${other}.${signature}`, `${buyer}.${'x'.repeat(22)}`, `nobody.${signature}`]) {
      expect(await unsubscribe(shop(), wrong)).toBe(false);
    }
    expect(await unsubscribe(shop(), token)).toBe(true);
  });
});

describe('a notice of a file that came later', () => {
  test('is for those who use its system, and for those of whom nothing tells', async () => {
    const former = await draft({ version: '2.0.0', platforms: ['windows', 'macos'] });
    await publishRelease(shop(), owner, former, {});
    const names = ['windows', 'mac', 'both', 'moved', 'misled', 'unknown', 'old', 'declined', 'erased'] as const;
    const buyers = Object.fromEntries(
      await addBuyers(names.length).then((ids) => ids.map((id, at) => [names[at], id])),
    );
    const id = await announce({ platforms: ['macos'] });
    await queueAnnouncements(shop());
    await sendAll();
    const first = await customersOf(id, 'sent');
    for (const name of names) expect(first, name).toContain(buyers[name]);

    await downloadBy(buyers['windows'], { of: former, platform: 'windows', hour: '2026-01-01T10' });
    await downloadBy(buyers['mac'], { of: former, platform: 'macos', hour: '2026-01-01T10' });
    await useMachines(buyers['both'], ['macOS 26.1', 'Windows 11']);
    await downloadBy(buyers['moved'], { of: former, platform: 'windows', hour: '2026-01-01T10' });
    await downloadBy(buyers['moved'], { of: former, platform: 'macos', hour: '2026-02-01T10' });
    // The only file that the version had, taken by who has a PC.
    await downloadBy(buyers['misled'], { of: former, platform: 'windows', hour: '2026-01-01T10' });
    await downloadBy(buyers['misled'], { of: id, platform: 'macos', hour: '2026-03-01T10' });
    await useMachines(buyers['unknown'], ['BeOS', null]);
    await setTerms(buyers['old'] ?? '', { updatesMajor: 1 });
    await unsubscribe(shop(), await tokenOf(buyers['declined'] ?? ''));

    const fileId = await addLate(id, 'windows');
    const [release] = await listProductReleases(shop(), PRODUCT);
    const told = release?.files.find((file) => file.id === fileId)?.audience;
    await publishReleaseFile(shop(), owner, fileId, { notify: true });
    await Promise.all([1, 2].map(() => queueAnnouncements(shop(), undefined, SMALL_BATCH)));
    await removeCustomer(house.shop, owner, buyers['erased'] ?? '');
    sent = [];
    await sendAll();
    const second = await lateCustomers(id, 'windows');
    expect(names.filter((name) => second.sent.includes(buyers[name] ?? ''))).toEqual([
      'windows',
      'both',
      'misled',
      'unknown',
    ]);
    expect(second.givenUp).toEqual([buyers['erased']]);
    expect(second.sent.length + second.givenUp.length, 'as many as the owner was told of').toBe(told);
    expect(new Set(second.sent).size).toBe(second.sent.length);
    expect(notices()).toHaveLength(second.sent.length);
    expect(notices()[0]).toMatchObject({ version: '2.1.0', platform: 'windows' });
    const [after] = await listProductReleases(shop(), PRODUCT);
    expect(after?.announcement, 'that of the version stays as it was').toEqual(release?.announcement);
    expect(after?.files.find((file) => file.id === fileId)).toMatchObject({
      isAwaiting: false,
      announcement: { state: 'done', skipped: 1 },
    });
  });

  test('is tried out, stopped alone, and ends with its version', async () => {
    await addBuyers(3);
    const id = await draft({ platforms: ['macos'], notes: '' });
    await publishRelease(shop(), owner, id, {});
    const fileId = await addLate(id, 'windows');
    await sendTestNotice(shop(), owner, { fileId });
    await deliverDueMail(shop());
    expect(notices()).toMatchObject([{ platform: 'windows', notes: '', unsubscribeUrl: null }]);
    await publishReleaseFile(shop(), owner, fileId, { notify: true });
    await queueAnnouncements(shop());
    const stopped = await stopAnnouncement(shop(), owner, { fileId });
    expect(stopped.announcement).toBeNull();
    expect(stopped.files.find((file) => file.id === fileId)?.announcement).toMatchObject({ state: 'stopped' });
    await expect(sendTestNotice(shop(), owner, { fileId })).rejects.toMatchObject({ code: 'already_sent' });

    const linux = await addLate(id, 'linux');
    await publishReleaseFile(shop(), owner, linux, { notify: true });
    await queueAnnouncements(shop());
    await withdrawRelease(shop(), owner, id, { reason: 'Fecha o editor' });
    await sendAll();
    expect(notices(), 'nothing but the test').toHaveLength(1);
    const [ordinary] = await house.shop.db
      .selectFrom('releaseFiles')
      .select('id')
      .where('platform', '=', 'macos')
      .execute();
    for (const act of [sendTestNotice, stopAnnouncement]) {
      await expect(act(shop(), owner, { fileId: ordinary?.id ?? '' })).rejects.toMatchObject({ kind: 'conflict' });
    }
  });
});

function shop(): Shop {
  const mail: Shop['mail'] = {
    atOnce: 4,
    longestSendMs: 60_000,
    send: async (letter) => void sent.push(letter),
    render: async () => ({ subject: '', html: '', text: '' }),
    async *check() {},
    forget: async () => {},
    close: () => {},
  };
  return { ...house.with({ clock: { now: () => new Date(now) } }), mail };
}

function notices(): MailContent[] {
  return sent.filter(({ kind }) => kind === 'release');
}

type Draft = { version?: string; notes?: string; isCritical?: boolean; platforms?: Platform[] };

async function draft(wanted: Draft = {}): Promise<string> {
  const { version = '2.1.0', notes = 'Mais rápido', isCritical = false, platforms = ['any'] } = wanted;
  const { id } = await createRelease(shop(), owner, PRODUCT, { version, notes, isCritical });
  for (const platform of platforms) await addFile(id, { platform });
  return id;
}

/** The file was uploaded after the publication. */
function addLate(releaseId: string, platform: Platform): Promise<string> {
  return addFile(releaseId, { platform, awaitsPublication: 1 });
}

async function addFile(releaseId: string, file: { platform: Platform; awaitsPublication?: 0 | 1 }): Promise<string> {
  const at = new Date(now).toISOString();
  const id = newId();
  await insertReleaseFile(house.shop.db, {
    ...file,
    id,
    releaseId,
    label: '',
    fileName: `lote-${file.platform}.zip`,
    sizeBytes: 1,
    sha256: 'a'.repeat(64),
    storedAs: newId(),
    downloads: 0,
    createdAt: at,
    sizeCheckedAt: at,
    contentCheckedAt: at,
    damagedAt: null,
  });
  return id;
}

async function announce(wanted: Draft = {}): Promise<string> {
  const id = await draft(wanted);
  await publishRelease(shop(), owner, id, { notify: true });
  return id;
}

/** Their ids; each paid for the product. */
async function addBuyers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const buyer = { customerName: 'Ana Conceição', customerEmail: `ana.${newId()}@exemplo.com.br` };
    const order = { ...buyer, paymentMethod: 'pix', productId: PRODUCT } as const;
    const place = { idempotencyKey: null, clientNetwork: '' };
    const { purchaseId, transactionId } = await startPayment(house.shop, order, place);
    await simulatePayment(house.shop, transactionId, 'pay');
    ids.push(await buyerOf(purchaseId));
  }
  await house.shop.db.deleteFrom('outbox').where('kind', '!=', 'release').execute();
  return ids;
}

type Download = { of: string; platform: Platform; hour: string };

async function downloadBy(customerId: string | undefined, { of, platform, hour }: Download): Promise<void> {
  const { db } = house.shop;
  const item = await itemOf(customerId);
  const file = await db
    .selectFrom('releaseFiles')
    .select('id')
    .where('releaseId', '=', of)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow();
  await db.insertInto('fileDownloads').values({ itemId: item, fileId: file.id, hour }).execute();
}

/** The machines are on a key of what they bought, and name their systems as plugins do. */
async function useMachines(customerId: string | undefined, platforms: (string | null)[]): Promise<void> {
  const { db } = house.shop;
  const at = new Date(now).toISOString();
  const { id: keyId } = await db
    .selectFrom('activationKeys')
    .select('id')
    .where('itemId', '=', await itemOf(customerId))
    .executeTakeFirstOrThrow();
  for (const platform of platforms) {
    const machine = { id: newId(), keyId, fingerprintHash: newId(), name: 'Ilha', pluginVersion: null, host: null };
    await db
      .insertInto('machines')
      .values({ ...machine, platform, firstSeenAt: at, lastSeenAt: at })
      .execute();
  }
}

async function itemOf(customerId: string | undefined): Promise<string> {
  const { id } = await house.shop.db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select('purchaseItems.id')
    .where('purchases.customerId', '=', customerId ?? '')
    .executeTakeFirstOrThrow();
  return id;
}

async function lateCustomers(releaseId: string, platform: Platform) {
  const rows = await house.shop.db
    .selectFrom('outbox')
    .select(['customerId', 'state'])
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .where('customerId', 'is not', null)
    .execute();
  const of = (state: string) => rows.filter((row) => row.state === state).map(({ customerId }) => customerId);
  return { sent: of('sent'), givenUp: of('given_up') };
}

async function setTerms(customerId: string, terms: { updatesMajor?: number; updatesUntil?: string }): Promise<void> {
  await house.shop.db
    .updateTable('purchaseItems')
    .set(terms)
    .where('purchaseId', 'in', (row) =>
      row.selectFrom('purchases').select('purchases.id').where('purchases.customerId', '=', customerId),
    )
    .execute();
}

async function buyerOf(purchaseId: string): Promise<string> {
  const { customerId } = await house.shop.db
    .selectFrom('purchases')
    .select('customerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return customerId;
}

async function oneBuyer(): Promise<void> {
  await sell(house.shop, PRODUCT);
}

async function receiptOf(product: string): Promise<void> {
  await sell(house.shop, product);
}

/** The demo shop's own, who bought it in its past. */
async function otherBuyers(known: string[]): Promise<string[]> {
  const rows = await house.shop.db
    .selectFrom('purchases')
    .innerJoin('customers', 'customers.id', 'purchases.customerId')
    .select('customers.id')
    .distinct()
    .where('purchases.productId', '=', PRODUCT)
    .where('purchases.status', '=', 'COMPLETED')
    .where('customers.email', 'is not', null)
    .execute();
  return rows.map(({ id }) => id).filter((id) => !known.includes(id));
}

async function queuedCustomers(releaseId: string): Promise<string[]> {
  const rows = await house.shop.db
    .selectFrom('outbox')
    .select('customerId')
    .where('releaseId', '=', releaseId)
    .execute();
  return rows.map(({ customerId }) => customerId ?? '').toSorted();
}

async function customersOf(releaseId: string, state: 'sent' | 'given_up'): Promise<(string | null)[]> {
  const rows = await house.shop.db
    .selectFrom('outbox')
    .select('customerId')
    .where('releaseId', '=', releaseId)
    .where('state', '=', state)
    .execute();
  return rows.map(({ customerId }) => customerId);
}

/** Minute after minute, until nothing waits. */
async function sendAll(): Promise<void> {
  await queueAnnouncements(shop());
  for (;;) {
    const left = await house.shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute();
    if (left.length === 0) break;
    now += MINUTE + 1_000;
    for (let look = 0; look < 12; look += 1) await deliverDueMail(shop());
  }
  await queueAnnouncements(shop());
}

async function tokenOf(customerId: string): Promise<string> {
  return (await unsubscribeUrl(shop(), customerId)).split('/').at(-1) ?? '';
}
