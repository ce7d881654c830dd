import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { type MailServer, openMailServer } from '../../support/calls/smtp.ts';
import { addWaitingNotices } from '../../support/purchases/waiting-notices.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { type OpenTestShop, openTestShop, sell } from '../../support/store/shop.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOTICES = scaled(1_000, 10_000);
const RECEIPTS = scaled(20, 100);
const PER_DAY = scaled(50, 500);
const SENDER = {
  mailFrom: 'loja@corte.test',
  mailDir: '/nowhere',
  storeName: 'Corte Final',
  siteUrl: 'https://loja.test',
  communityUrl: 'https://comunidade.test/corte',
  logo: '',
  accent: 'orange' as const,
} as const;

let house: OpenTestShop;
let office: MailServer;
let second: MailServer;
let now: number;
let accepted: number[];

beforeEach(async () => {
  house = await openTestShop();
  await house.shop.db.deleteFrom('outbox').execute();
  office = await openMailServer();
  second = await openMailServer();
  now = Date.now();
  accepted = [];
  office.refuseWith(() => {
    accepted = accepted.filter((at) => now - at < DAY);
    if (accepted.length >= PER_DAY) return { code: 550, text: '5.4.5 Daily user sending quota exceeded.' };
    accepted.push(now);
    return null;
  });
});
afterEach(async () => {
  await office.close();
  await second.close();
  await house.close();
});

test('an account that allows few mails a day takes every receipt within a minute, beside very many notices', {
  timeout: scaled(60_000, 600_000),
}, async ({ task }) => {
  const { shop, close } = open({ mailPerDay: PER_DAY });
  await addWaitingNotices(shop, NOTICES);
  const waits: number[] = [];
  const startedAt = performance.now();
  for (let buyer = 0; buyer < RECEIPTS; buyer += 1) {
    now += DAY / RECEIPTS;
    await deliverAll(shop);
    const id = await sell(shop, 'lote');
    const soldAt = performance.now();
    await deliverDueMail(shop);
    expect(office.letters.at(-1)?.messageId).toBe(`<receipt.${id}@corte.test>`);
    waits.push(performance.now() - soldAt);
  }
  const mails = await shop.db.selectFrom('outbox').select(['kind', 'state', 'attempts']).execute();
  const receipts = mails.filter(({ kind }) => kind === 'receipt');
  expect(receipts).toHaveLength(RECEIPTS);
  expect(receipts.every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
  const told = mails.filter(({ kind, state }) => kind === 'stock_notice' && state === 'sent');
  expect(told.length, 'the rest of the quota is used').toBeGreaterThanOrEqual(PER_DAY - RECEIPTS - 20);
  expect(mails.some(({ state }) => state === 'given_up')).toBe(false);
  recordFigure(task, { name: 'the longest wait', value: Math.max(...waits), unit: 'ms', under: MINUTE });
  recordFigure(task, {
    name: `${RECEIPTS} receipts beside ${NOTICES} notices`,
    value: performance.now() - startedAt,
    unit: 'ms',
  });
  close();
});

test('an account whose limit nobody told the shop gets receipts again as soon as it takes them, and no notice before', async () => {
  const { shop, close } = open({});
  await addWaitingNotices(shop, PER_DAY + 30);
  await deliverAll(shop);
  expect(office.letters).toHaveLength(PER_DAY);
  await sell(shop, 'lote');
  await deliverAll(shop);
  const refused = shop.db.selectFrom('outbox').select(['kind', 'lastError']).where('state', '=', 'waiting');
  expect(await refused.where('kind', '=', 'receipt').execute()).toEqual([{ kind: 'receipt', lastError: 'EQUOTA' }]);

  now += DAY;
  await deliverDueMail(shop);
  expect(office.letters.at(-1)?.subject).toContain('Compra confirmada');
  close();
});

test('notices leave by an account of their own, and what it refuses holds no receipt up', async () => {
  const { shop, close } = open({ hasNoticeAccount: true }, { smtpUrl: second.url, mailFrom: 'avisos@corte.test' });
  second.refuseWith({ code: 452, text: '4.5.3 too many recipients today' });
  await addWaitingNotices(shop, 5);
  await sell(shop, 'lote');
  await deliverAll(shop);
  expect(office.letters.map(({ envelope }) => envelope.from)).toEqual(['loja@corte.test']);
  second.refuseWith(null);
  now += DAY;
  await deliverAll(shop);
  expect(second.letters.map(({ envelope }) => envelope.from)).toEqual(Array(5).fill('avisos@corte.test'));
  expect(office.letters).toHaveLength(1);
  close();
});

function open(settings: Partial<Shop['settings']>, notices?: { smtpUrl: string; mailFrom: string }) {
  const mail = openMailer({ smtpUrl: office.url, ...SENDER, notices });
  const shop = { ...house.with({ clock: { now: () => new Date(now) } }), mail };
  const counted = { ...shop.settings, mailPerMinute: 600, ...settings };
  return { shop: { ...shop, settings: counted }, close: () => mail.close() };
}

async function deliverAll(shop: Shop): Promise<void> {
  while ((await deliverDueMail(shop)) > 0);
}
