import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymizeUnpaidOrders } from '#src/domain/customers/anonymize-unpaid-orders.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import type { ReminderMail } from '#src/domain/mail/content.ts';
import { readSignedToken } from '#src/domain/mail/signed-links.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { declineReminders, REMINDERS } from '#src/domain/reminders/decline-reminders.ts';
import { queueReminders } from '#src/domain/reminders/queue-reminders.ts';
import { saveRecovery, showRecovery } from '#src/domain/reminders/recovery.ts';
import { retakePurchase, showRetake } from '#src/domain/reminders/retake.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { type RecoverySettings, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import {
  COUPON,
  OWNER,
  openWorlds,
  type Product,
  passTime,
  type World,
} from '../../support/purchases/payment-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANA = 'ana@exemplo.com.br';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;
let sent: { at: string; letter: ReminderMail }[];
let isServerAway: boolean;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
  sent = [];
  isServerAway = false;
});
afterEach(() => world.close());

describe('an unpaid Pix', () => {
  test('is reminded of three times, at the hours of São Paulo, and never again', async () => {
    await turnOn();
    const id = await order();
    for (let tick = 0; tick < (6 * DAY) / (30 * MINUTE); tick += 1) await walk(30 * MINUTE);
    // The order came on Monday at 9:00 there, which is 12:00 in UTC.
    expect(sent.map(({ at, letter }) => [at, letter.step])).toEqual([
      ['2026-03-02T12:30:00.000Z', 1],
      ['2026-03-03T13:00:00.000Z', 2],
      ['2026-03-05T13:00:00.000Z', 3],
    ]);
    const [first, second, third] = sent.map(({ letter }) => letter);
    expect(first).toMatchObject({ subject: 'Seu Pix de R$ 99,90 vale até 11:00', couponCode: null });
    expect(first?.pixCopyPaste).toBe((await row(id)).pixCopyPaste);
    expect(second).toMatchObject({ subject: 'Ainda quer o without-keys?', amount: 'R$ 99,90', until: '10/03' });
    expect(third).toMatchObject({ subject: 'Um empurrãozinho: R$ 89,91 até 12/03', couponCode: COUPON });
    expect(new Set(sent.map(({ letter }) => letter.url)).size).toBe(3);
    expect(await states(id)).toEqual(['sent', 'sent', 'sent']);
  });

  test('is not reminded of at night: what cannot leave by day waits for the morning', async () => {
    await turnOn();
    // 21:45 there.
    world.now = Date.parse('2026-03-03T00:45:00.000Z');
    const id = await order();
    await walk(30 * MINUTE);
    expect(sent).toEqual([]);
    await walk(9 * HOUR + 45 * MINUTE);
    expect(await states(id), 'its Pix is over by then').toEqual(['closed', 'waiting', 'waiting']);
    await walk(2 * HOUR + 30 * MINUTE);
    expect(sent.map(({ at }) => at)).toEqual(['2026-03-03T13:30:00.000Z']);
    expect(await states(id)).toEqual(['closed', 'sent', 'waiting']);
  });

  test('that may be paid for a day is reminded of again when it is over, before its turn in the night is lost', async () => {
    await turnOn();
    world.shop = { ...world.shop, settings: { ...world.shop.settings, paymentMinutes: 1_440 } };
    // 16:00 there.
    world.now = Date.parse('2026-03-02T19:00:00.000Z');
    const id = await order();
    for (const ms of [20 * MINUTE, 17 * HOUR + 40 * MINUTE, 6 * HOUR, 10 * MINUTE, 3 * HOUR]) await walk(ms);
    expect(sent.map(({ at, letter }) => [at, letter.step, letter.subject])).toEqual([
      ['2026-03-02T19:20:00.000Z', 1, 'Seu Pix de R$ 99,90 vale até amanhã às 16:00'],
      ['2026-03-03T19:10:00.000Z', 2, 'Ainda quer o without-keys?'],
    ]);
    expect(await states(id)).toEqual(['sent', 'sent', 'waiting']);
  });

  test('keeps its reminder in the outbox until the mail server is back, and not into the night', async () => {
    await turnOn();
    await order();
    await walk(2 * HOUR);
    isServerAway = true;
    await walk(23 * HOUR);
    // 23:00 there.
    isServerAway = false;
    await walk(13 * HOUR);
    expect(sent).toEqual([]);
    await walk(9 * HOUR);
    expect(sent.map(({ at, letter }) => [at, letter.step])).toEqual([['2026-03-04T11:00:00.000Z', 2]]);
  });

  test('is left alone where the switches are off', async () => {
    const id = await order();
    await walk(25 * MINUTE);
    expect(await states(id)).toEqual([]);
    const [first, ...others] = USUAL_RECOVERY.steps;
    await turnOn({ steps: [{ ...first, isOn: false }, ...others] });
    await walk(MINUTE);
    expect(await states(id)).toEqual(['off', 'waiting', 'waiting']);
    await turnOn({ isOn: false });
    await walk(DAY + HOUR);
    expect(await states(id)).toEqual(['off', 'off', 'waiting']);
    expect(sent).toEqual([]);
  });

  test('that is paid between queueing and sending is not reminded of', async () => {
    await turnOn();
    const id = await order();
    world.now += 25 * MINUTE;
    expect(await queueReminders(shop())).toBe(1);
    await pay(id);
    await deliverDueMail(shop());
    expect(sent).toEqual([]);
    expect(await states(id)).toEqual(['paid', 'waiting', 'waiting']);
    await walk(4 * DAY);
    expect(await states(id)).toEqual(['paid', 'paid', 'paid']);
  });

  test('of a person who is erased before it is due is not reminded of, and no link leads back', async () => {
    await turnOn();
    const id = await order();
    await walk(25 * MINUTE);
    const token = tokenOf(sent[0]);
    await walk(3 * HOUR);
    await removeCustomer(shop(), OWNER, (await row(id)).customerId);
    await walk(4 * DAY);
    expect(sent).toHaveLength(1);
    expect(await states(id)).toEqual(['sent', 'erased', 'erased']);
    expect(await showRetake(shop(), token)).toEqual({ state: 'unknown' });
    const kept = await world.shop.db.selectFrom('reminders').selectAll().execute();
    expect(kept.every(({ addressHash, tokenHash }) => addressHash === null && tokenHash === null)).toBe(true);
  });

  test('is not reminded of once the buyer has the product by another order', async () => {
    await turnOn();
    const id = await order();
    await walk(25 * MINUTE);
    await walk(3 * HOUR);
    await pay(await order());
    await walk(4 * DAY);
    expect((await states(id)).slice(1)).toEqual(['bought', 'bought']);
    expect(sent).toHaveLength(1);
  });
});

describe('one person', () => {
  test('gets one sequence in seven days, for the newest order, whatever the spelling', async () => {
    await turnOn();
    const older = await order({ email: 'ana.lima@gmail.com' });
    const newer = await order({ email: 'analima+promo@gmail.com', product: 'with-keys' });
    await walk(25 * MINUTE);
    await walk(4 * DAY);
    expect(sent.filter(({ letter }) => letter.step === 1)).toHaveLength(1);
    const ends = [await states(older), await states(newer)];
    expect(ends.flat().filter((state) => state === 'sent')).toHaveLength(2);
    expect(ends.flat().filter((state) => state === 'recent').length).toBeGreaterThanOrEqual(2);
  });

  test('gets one mail of two leaders who look at the same moment', async () => {
    await turnOn();
    await order({ email: ANA });
    await order({ email: `ana+2@exemplo.com.br` });
    world.now += 25 * MINUTE;
    const queued = await Promise.all([1, 2, 3].map(() => queueReminders(shop())));
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1);
    await deliverDueMail(shop());
    expect(sent).toHaveLength(1);
  });

  test('who declines by one click gets none, not under another spelling and not after being forgotten', async () => {
    await turnOn();
    const id = await order();
    await walk(25 * MINUTE);
    const token = new URL(sent[0]?.letter.unsubscribeUrl ?? '').pathname.split('/').at(-1) ?? '';
    expect(await readSignedToken(shop(), token, REMINDERS)).toBe(id);
    expect(await states(id), 'opening the link changes nothing').toEqual(['sent', 'waiting', 'waiting']);
    for (const wrong of ['', id, `${id}.${'x'.repeat(22)}`, `other.${token.split('.')[1]}`]) {
      expect(await declineReminders(shop(), wrong)).toBe(false);
    }
    expect(await declineReminders(shop(), token)).toBe(true);
    expect(await states(id)).toEqual(['sent', 'declined', 'declined']);
    await walk(4 * DAY);
    passTime(world, 120 * DAY);
    for (let look = 0; look < 8; look += 1) await walk(DAY);
    await anonymizeUnpaidOrders(shop());
    expect((await row(id)).customerEmail).toBeNull();
    expect(await declineReminders(shop(), token), 'the link works on').toBe(true);
    const again = await order({ email: 'ANA+x@exemplo.com.br'.toLowerCase() });
    await walk(25 * MINUTE);
    expect(await states(again)).toEqual(['declined', 'waiting', 'waiting']);
  });
});

/** What others do between one statement and the next. */
function afterReading(column: string, meanwhile: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(column)) reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await meanwhile();
      return result;
    },
  };
}

describe('the link of a reminder', () => {
  test('shows and changes nothing when it is opened, by scanners a hundred times', async () => {
    const { token, id } = await remindedTwice();
    const before = await countPurchases();
    for (let look = 0; look < 100; look += 1) {
      expect(await showRetake(shop(), token)).toMatchObject({ state: 'possible', amount: 'R$ 99,90', lostCode: null });
    }
    expect(await countPurchases()).toBe(before);
    const rows = await world.shop.db.selectFrom('reminders').select('clickedAt').where('purchaseId', '=', id).execute();
    expect(rows.every(({ clickedAt }) => clickedAt === null)).toBe(true);
  });

  test('makes one purchase of the same items, coupon and origin, however often it is pressed', async () => {
    const id = await order({ coupon: true });
    await world.shop.db
      .updateTable('purchases')
      .set({ originSource: 'youtube', whatsapp: '+5511987654321' })
      .where('id', '=', id)
      .execute();
    const { token } = await remindedTwice(id);
    const press = (db = shop().db) => retakePurchase({ ...shop(), db }, token, 'network');
    let others: Awaited<ReturnType<typeof press>>[] = [];
    const slow = await press(
      shop().db.withPlugin(
        afterReading('isSameProduct', async () => {
          others = await Promise.all([press(), press(), press()]);
        }),
      ),
    );
    const [made] = others;
    if (!made) throw new Error('No purchase was made.');
    expect([slow, ...others]).toEqual([made, made, made, made]);
    const { customerEmail, productId, couponCode, totalCents, recoveredFrom, originSource, whatsapp } = await row(
      made.purchaseId,
    );
    expect({ customerEmail, productId, couponCode, totalCents, recoveredFrom, originSource, whatsapp }).toEqual({
      customerEmail: ANA,
      productId: 'without-keys',
      couponCode: COUPON,
      totalCents: 8_991,
      recoveredFrom: id,
      originSource: 'youtube',
      whatsapp: '+5511987654321',
    });
    expect(await showRetake(shop(), token)).toEqual({ state: 'open', purchaseId: made.purchaseId });
    expect((await showRecovery(shop())).figures).toMatchObject({ sales: 0 });
    await pay(made.purchaseId);
    expect(await showRetake(shop(), token)).toEqual({ state: 'paid' });
    expect(await retakePurchase(shop(), token, 'network')).toBeNull();
    expect((await showRecovery(shop())).figures).toEqual({ days: 30, reminders: 2, sales: 1, revenue: 'R$ 89,91' });
    await walk(4 * DAY);
    expect(await states(id)).toEqual(['sent', 'sent', 'bought']);
  });

  test('leads to the Pix that is still open', async () => {
    await turnOn();
    const id = await order();
    await walk(25 * MINUTE);
    const token = tokenOf(sent[0]);
    expect(await showRetake(shop(), token)).toEqual({ state: 'open', purchaseId: id });
    expect(await retakePurchase(shop(), token, 'network')).toEqual({ purchaseId: id });
    expect(await countPurchases()).toBe(1);
  });

  test('makes another after the one that it made has closed', async () => {
    const { token } = await remindedTwice();
    const first = await retakePurchase(shop(), token, 'network');
    await walk(3 * HOUR);
    await walk(3 * HOUR);
    const second = await retakePurchase(shop(), token, 'network');
    expect(second?.purchaseId).not.toBe(first?.purchaseId);
  });

  test('tells what a coupon that ended, or a product that left, means', async () => {
    const id = await order({ coupon: true });
    const { token } = await remindedTwice(id);
    await world.shop.db.updateTable('coupons').set({ isActive: 0 }).execute();
    expect(await showRetake(shop(), token)).toMatchObject({ amount: 'R$ 99,90', couponCode: null, lostCode: COUPON });
    await world.shop.db.updateTable('products').set({ status: 'Inativo' }).execute();
    expect(await showRetake(shop(), token)).toEqual({ state: 'gone', product: 'without-keys' });
    await expect(retakePurchase(shop(), token, 'network')).rejects.toMatchObject({ code: 'not_on_sale' });
  });

  test('ends after seven days, cannot be guessed, and is nowhere in the database', async () => {
    const { token } = await remindedTwice();
    const everything = JSON.stringify([
      await world.shop.db.selectFrom('reminders').selectAll().execute(),
      await world.shop.db.selectFrom('outbox').selectAll().execute(),
    ]);
    expect(everything).not.toContain(token);
    for (const guess of ['', 'x', token.slice(0, -1), `${token}A`, token.toLowerCase(), '%']) {
      expect(await showRetake(shop(), guess)).toEqual({ state: 'unknown' });
      await expect(retakePurchase(shop(), guess, 'stranger')).rejects.toMatchObject({ kind: 'not_found' });
    }
    passTime(world, 7 * DAY - HOUR);
    expect((await showRetake(shop(), token)).state).toBe('possible');
    passTime(world, HOUR);
    expect(await showRetake(shop(), token)).toEqual({ state: 'unknown' });
  });

  test('is pressed twenty times an hour by one network at most', async () => {
    const guesses = Array.from({ length: 20 }, () => retakePurchase(shop(), 'guess', 'busy').catch(() => 'unknown'));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['unknown']));
    await expect(retakePurchase(shop(), 'guess', 'busy')).rejects.toMatchObject({ kind: 'too_many' });
  });
});

describe('the owner', () => {
  test('cannot overwrite what another has just saved', async () => {
    await turnOn();
    const opened = await showRecovery(shop());
    const change = { ...settingsOf(opened), asksWhatsapp: true };
    world.now += 1_000;
    await saveRecovery(shop(), OWNER, { ...change, updatedAt: opened.updatedAt });
    await expect(
      saveRecovery(shop(), OWNER, { ...change, isOn: false, updatedAt: opened.updatedAt }),
    ).rejects.toMatchObject({
      code: 'outdated',
    });
    expect(await showRecovery(shop())).toMatchObject({ isOn: true, asksWhatsapp: true });
  });

  test('offers no coupon that has ended', async () => {
    await world.shop.db.updateTable('coupons').set({ validTo: '2026-01-01' }).execute();
    await expect(turnOn()).rejects.toMatchObject({ fields: { couponId: 'Este cupom não vale mais. Escolha outro.' } });
    expect((await showRecovery(shop())).coupons).toEqual([]);
  });

  test('loses the number of who never paid after 90 days, also where the order is kept longer', async () => {
    const id = await order();
    await world.shop.db.updateTable('purchases').set({ whatsapp: '+5511987654321' }).where('id', '=', id).execute();
    await walk(3 * HOUR);
    const keptLong = () => ({ ...shop(), settings: { ...shop().settings, unpaidKeptDays: 900 } });
    passTime(world, 86 * DAY);
    await anonymizeUnpaidOrders(keptLong());
    expect((await row(id)).whatsapp).toBe('+5511987654321');
    passTime(world, 5 * DAY);
    await anonymizeUnpaidOrders(keptLong());
    expect(await row(id)).toMatchObject({ whatsapp: null, customerEmail: ANA });
  });
});

function shop(): Shop {
  const mail: Shop['mail'] = {
    ...world.shop.mail,
    send: async (letter) => {
      if (isServerAway) throw Object.assign(new Error('away'), { code: 'ECONNECTION' });
      if (letter.kind === 'reminder') sent.push({ at: new Date(world.now).toISOString(), letter });
    },
  };
  return { ...world.shop, mail };
}

async function turnOn(change: Partial<RecoverySettings> = {}): Promise<void> {
  const { updatedAt } = await showRecovery(shop());
  const [first, second, third] = USUAL_RECOVERY.steps;
  const usual = { ...USUAL_RECOVERY, isOn: true, couponId: 'coupon' };
  const wanted = { ...usual, steps: [first, second, { ...third, isOn: true }], ...change } satisfies RecoverySettings;
  world.now += 1;
  await saveRecovery(shop(), OWNER, { ...wanted, updatedAt });
  world.now -= 1;
}

function settingsOf({ isOn, steps, couponId, asksWhatsapp }: RecoverySettings): RecoverySettings {
  return { isOn, steps, couponId, asksWhatsapp };
}

type Wanted = { email?: string; product?: Product; coupon?: boolean };

async function order({ email = ANA, product = 'without-keys', coupon = false }: Wanted = {}): Promise<string> {
  const buyer = { customerName: 'Ana Lima', customerEmail: email, paymentMethod: 'pix' } as const;
  const wanted = { ...buyer, productId: product, couponCode: coupon ? COUPON : null };
  const { purchaseId } = await startPayment(shop(), wanted, { idempotencyKey: null, clientNetwork: 'home' });
  return purchaseId;
}

/** Does what the worker does, after this time. */
async function walk(ms: number): Promise<void> {
  passTime(world, ms);
  await pollDuePurchases(shop());
  await queueReminders(shop());
  await deliverDueMail(shop());
}

/** Two reminders were sent, and the Pix closed. */
async function remindedTwice(ordered?: string): Promise<{ id: string; token: string }> {
  await turnOn();
  const id = ordered ?? (await order());
  await walk(25 * MINUTE);
  await walk(2 * HOUR);
  await walk(DAY);
  expect(await states(id)).toEqual(['sent', 'sent', 'waiting']);
  return { id, token: tokenOf(sent[1]) };
}

function tokenOf(mail: (typeof sent)[number] | undefined): string {
  return new URL(mail?.letter.url ?? '').pathname.split('/').at(-1) ?? '';
}

async function pay(id: string): Promise<void> {
  const charge = world.bank.charges.get((await row(id)).providerReference);
  if (!charge) throw new Error('The bank has no such charge.');
  Object.assign(charge, { state: 'paid', paidCents: charge.request.amountCents, paidAt: new Date(world.now) });
  await settlePayment(shop(), id, 'webhook');
}

/** The reason where it was skipped. */
async function states(id: string): Promise<string[]> {
  const rows = await world.shop.db
    .selectFrom('reminders')
    .select(['state', 'reason'])
    .where('purchaseId', '=', id)
    .orderBy('step')
    .execute();
  return rows.map(({ state, reason }) => reason ?? state);
}

function row(id: string) {
  return world.shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function countPurchases(): Promise<number> {
  return (await world.shop.db.selectFrom('purchases').select('id').execute()).length;
}
