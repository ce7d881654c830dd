import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailContent } from '#src/domain/mail/content.ts';
import { showMailQuota } from '#src/domain/mail/quota/refused-by-quota.ts';
import type { Shop } from '#src/domain/shop.ts';
import { showAttention } from '#src/domain/upkeep/attention.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import type { MailAccount } from '#src/wire/mail/mail.ts';
import { addWaitingNotices } from '../../support/purchases/waiting-notices.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let house: OpenTestShop;
let now: number;
let sent: { kind: MailContent['kind']; account: MailAccount }[];
/** The account takes nothing while it is set. */
let isRefusing: boolean;

beforeEach(async () => {
  house = await openTestShop();
  await house.shop.db.deleteFrom('outbox').execute();
  now = Date.parse('2026-11-24T12:00:00.000Z');
  sent = [];
  isRefusing = false;
});
afterEach(() => house.close());

describe('notices and a quota', () => {
  test('leave the last fifth of the day, and at least 20 mails, to all other mail', async () => {
    const shop = shopWith({ mailPerDay: 50 });
    await addWaitingNotices(shop, 60);
    await deliverAll(shop);
    expect(count('stock_notice')).toBe(30);
    expect(await showMailQuota(shop)).toMatchObject({ spans: [{ sent: 30, limit: 50, kept: 20 }], refusal: null });

    for (let buyer = 0; buyer < 25; buyer += 1) await sell(shop, 'grade-cinema');
    await deliverAll(shop);
    expect(count('receipt'), 'other mail is tried also beyond the limit').toBe(25);

    now += DAY - MINUTE;
    await deliverAll(shop);
    expect(count('stock_notice'), 'an account counts the last 24 hours').toBe(30);
    now += MINUTE;
    await deliverAll(shop);
    expect(count('stock_notice')).toBe(60);
  });

  test('count the hour, too, and receipts that left within it', async () => {
    const shop = shopWith({ mailPerHour: 200, mailPerMinute: 600 });
    for (let buyer = 0; buyer < 3; buyer += 1) await sell(shop, 'grade-cinema');
    await deliverAll(shop);
    await addWaitingNotices(shop, 200);
    await deliverAll(shop);
    expect(count('stock_notice')).toBe(157);
    now += HOUR;
    await deliverAll(shop);
    expect(count('stock_notice')).toBe(200);
  });

  test('share it between processes that send at once', async () => {
    const shop = shopWith({ mailPerDay: 50, mailPerMinute: 600 });
    await addWaitingNotices(shop, 60);
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => deliverDueMail(shop)));
    }
    expect(count('stock_notice')).toBe(30);
  });

  test('have all of a second account, and a receipt leaves by the first', async () => {
    const shop = shopWith({ mailPerDay: 50, hasNoticeAccount: true });
    for (let buyer = 0; buyer < 2; buyer += 1) await sell(shop, 'grade-cinema');
    await addWaitingNotices(shop, 60);
    await deliverAll(shop);
    expect(Map.groupBy(sent, ({ kind, account }) => `${kind} by ${account}`)).toMatchObject(
      new Map([
        ['receipt by shop', [{}, {}]],
        ['stock_notice by notices', Array.from({ length: 50 }, () => ({}))],
      ]),
    );
  });
});

describe('an account that refuses by its quota', () => {
  test('is told of, holds notices back for longer each time, and gets receipts all the same', async () => {
    const shop = shopWith({});
    await addWaitingNotices(shop, 10);
    await sell(shop, 'grade-cinema');
    isRefusing = true;
    await deliverAll(shop);
    await deliverAll(shop);
    expect(await waiting('receipt')).toMatchObject([{ attempts: 1, lastError: 'EQUOTA' }]);
    expect((await waiting('stock_notice')).every(({ attempts }) => attempts === 0)).toBe(true);
    const { items } = await showAttention(shop, 'owner');
    const [item] = items.filter(({ id }) => id === 'mail_quota:shop');
    expect(item).toMatchObject({
      title: 'A conta de e-mail atingiu o limite do dia',
      detail: 'Recibos e chaves são tentados de novo às 9:00. Os avisos seguem às 10:00.',
    });

    const probes: number[] = [];
    for (const end = now + 2 * DAY; now < end; now += 15 * MINUTE) {
      const before = triedNotices;
      await deliverAll(shop);
      if (triedNotices > before) probes.push((now - Date.parse('2026-11-24T12:00:00.000Z')) / HOUR);
    }
    expect(triedNotices, 'one at a time').toBe(probes.length);
    expect(probes, 'each pause is longer; at the first hour the receipt was refused').toEqual([3, 7, 15, 31]);

    isRefusing = false;
    now += DAY;
    await deliverAll(shop);
    expect(count('receipt')).toBe(1);
    expect(count('stock_notice'), 'nothing is given up for it').toBe(10);
    expect((await showAttention(shop, 'owner')).items.filter(({ kind }) => kind.startsWith('mail'))).toEqual([]);
    expect((await showMailQuota(shop)).refusal).toBeNull();
  });

  test('takes receipts before it gets notices again', async () => {
    const shop = shopWith({});
    await addWaitingNotices(shop, 5);
    isRefusing = true;
    await deliverAll(shop);
    isRefusing = false;
    now += MINUTE;
    await sell(shop, 'grade-cinema');
    await deliverAll(shop);
    expect(sent.map(({ kind }) => kind)).toEqual(['receipt']);
    expect((await showMailQuota(shop)).refusal, 'it took a mail').toBeNull();
    now += HOUR;
    await deliverAll(shop);
    expect(count('stock_notice')).toBe(5);
  });
});

let triedNotices = 0;

function shopWith(settings: Partial<Shop['settings']>): Shop {
  triedNotices = 0;
  const mail: Shop['mail'] = {
    atOnce: 4,
    longestSendMs: 60_000,
    send: async ({ kind }, account = 'shop') => {
      if (kind === 'stock_notice') triedNotices += 1;
      if (isRefusing) throw Object.assign(new Error('Daily quota exceeded'), { code: 'EQUOTA' });
      sent.push({ kind, account });
    },
    render: async () => ({ subject: '', html: '', text: '' }),
    async *check() {},
    forget: async () => {},
    close: () => {},
  };
  const shop = house.with({ clock: { now: () => new Date(now) } });
  return { ...shop, mail, settings: { ...shop.settings, mailPerMinute: 600, ...settings } };
}

async function deliverAll(shop: Shop): Promise<void> {
  while ((await deliverDueMail(shop)) > 0);
}

function count(kind: MailContent['kind']): number {
  return sent.filter((mail) => mail.kind === kind).length;
}

function waiting(kind: 'receipt' | 'stock_notice') {
  const mails = house.shop.db.selectFrom('outbox').selectAll().where('kind', '=', kind);
  return mails.where('state', '=', 'waiting').execute();
}
