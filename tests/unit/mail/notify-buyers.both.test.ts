import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import type { MailContent } from '#src/domain/mail/content.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { declineReminders } from '#src/domain/reminders/decline-reminders.ts';
import { queueReminders } from '#src/domain/reminders/queue-reminders.ts';
import { saveRecovery, showRecovery } from '#src/domain/reminders/recovery.ts';
import { retakePurchase } from '#src/domain/reminders/retake.ts';
import { notifyBuyers, planKeyReceipts, planNotices, sendKeyReceipts } from '#src/domain/sales/notify-buyers.ts';
import type { Shop } from '#src/domain/shop.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { leftOutOf, receiptsTitle } from '#src/wire/buyers/buyer-notices.ts';
import { type RecoverySettings, USUAL_RECOVERY } from '#src/wire/reminders/recovery.ts';
import { OWNER, openWorlds, type Product, passTime, type World } from '../../support/purchases/payment-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;
let sent: { at: string; letter: MailContent }[];

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
  sent = [];
});
afterEach(() => world.close());

describe('chosen sales', () => {
  test('get what fits each: the receipt, the reminder of the step that is next, or nothing', async () => {
    const paid = await bought('paga@exemplo.com.br');
    const expired = await order('venceu@exemplo.com.br');
    const refunded = await bought('devolvida@exemplo.com.br');
    await refundSale(shop(), OWNER, refunded);
    const erased = await bought('apagada@exemplo.com.br');
    await walk(4 * HOUR);
    await removeCustomer(shop(), OWNER, (await row(erased)).customerId);
    const open = await order('aberta@exemplo.com.br');
    const fresh = await bought('recente@exemplo.com.br');
    await walk(MINUTE);
    sent = [];
    const ids = [paid, expired, refunded, erased, open, fresh, 'never-was', paid];

    expect(await planNotices(shop(), ids)).toEqual({
      receipts: 1,
      reminders: 2,
      remindersFrom: null,
      endsAt: null,
      leftOut: [
        { reason: 'refunded', count: 1 },
        { reason: 'erased', count: 1 },
        { reason: 'told', count: 1 },
        { reason: 'unknown', count: 1 },
      ],
      customers: null,
      withoutKey: 0,
    });
    expect(await countMail(), 'a plan sends nothing').toBe(0);

    const result = await notifyBuyers(shop(), OWNER, ids);
    expect(result).toMatchObject({ changed: 3, receipts: 1, reminders: 2 });
    expect(result.refused).toEqual([
      { id: refunded, message: 'Fica de fora a venda reembolsada.' },
      { id: erased, message: 'Fica de fora a venda com o endereço apagado.' },
      { id: fresh, message: 'Fica de fora a venda avisada há menos de uma hora.' },
      { id: 'never-was', message: 'Fica de fora a venda que não existe mais.' },
    ]);
    await deliverDueMail(shop());
    expect(sent.map(({ letter }) => `${letter.kind} ${letter.to.email} ${stepOf(letter)}`).toSorted()).toEqual([
      'reminder aberta@exemplo.com.br 1',
      'reminder venceu@exemplo.com.br 2',
      'resend paga@exemplo.com.br null',
    ]);
  });

  test('are told once, however often and from wherever the button is pressed', async () => {
    const paid = await bought('paga@exemplo.com.br');
    const open = await order('aberta@exemplo.com.br');
    passTime(world, 65 * MINUTE);
    const results = await Promise.all([1, 2, 3].map(() => notifyBuyers(shop(), OWNER, [paid, open])));
    expect(results.reduce((sum, { changed }) => sum + changed, 0)).toBe(2);
    await deliverDueMail(shop());
    expect(sent.filter(({ letter }) => letter.kind === 'resend' || letter.kind === 'reminder')).toHaveLength(2);
    const trail = await world.shop.db.selectFrom('audit').select(['action', 'entityId']).orderBy('id').execute();
    expect(trail.filter(({ action }) => action === 'purchase.resend_email' || action === 'purchase.remind')).toEqual(
      expect.arrayContaining([
        { action: 'purchase.resend_email', entityId: paid },
        { action: 'purchase.remind', entityId: open },
      ]),
    );
    const told = await world.shop.db
      .selectFrom('purchaseEvents')
      .select(['purchaseId', 'source'])
      .where('event', 'in', ['resend_requested', 'reminder_requested'])
      .execute();
    expect(told.map(({ purchaseId }) => purchaseId).toSorted()).toEqual([paid, open].toSorted());

    passTime(world, HOUR);
    const again = await planNotices(shop(), [paid, open]);
    expect(again, 'an hour later the receipt may leave again, and the reminder may not').toMatchObject({
      receipts: 1,
      reminders: 0,
    });
  });

  test('leave a minute’s worth of mail at a time, so that a receipt of a new sale goes between them', async () => {
    world.shop = { ...world.shop, settings: { ...world.shop.settings, mailPerMinute: 2 } };
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await bought(`${name}@exemplo.com.br`));
    passTime(world, 65 * MINUTE);
    await deliverDueMail(shop());
    sent = [];
    const end = new Date(shop().clock.now().getTime() + 2 * MINUTE).toISOString();
    expect((await planNotices(shop(), ids)).endsAt, 'the owner hears when the last leaves').toBe(end);
    expect((await notifyBuyers(shop(), OWNER, ids)).changed).toBe(5);
    const counts: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await deliverDueMail(shop());
      counts.push(sent.length);
      passTime(world, MINUTE);
    }
    expect(counts).toEqual([2, 4, 5]);
  });
});

describe('a reminder by hand', () => {
  test('needs no sequence, stands for its step of it, and its link takes the order up again', async () => {
    const id = await order('ana@exemplo.com.br');
    await walk(3 * HOUR);
    expect((await notifyBuyers(shop(), OWNER, [id])).reminders).toBe(1);
    await deliverDueMail(shop());
    const [mail] = sent;
    if (mail?.letter.kind !== 'reminder') throw new Error('No reminder was sent.');
    expect(mail.letter).toMatchObject({ step: 2, subject: 'Ainda quer o without-keys?' });
    await turnOn();
    await walk(DAY);
    await walk(DAY);
    expect(
      sent.filter(({ letter }) => letter.kind === 'reminder'),
      'the second is not sent again',
    ).toHaveLength(1);
    const token = new URL(mail.letter.url).pathname.split('/').at(-1) ?? '';
    const retaken = await retakePurchase(shop(), token, 'home');
    expect(retaken?.purchaseId).toEqual(expect.any(String));
    expect(await reasonFor(id)).toBe('reminded');
  });

  test('begins the sequence early where that is on, and each of the others keeps its hour', async () => {
    await turnOn();
    const id = await order('ana@exemplo.com.br');
    passTime(world, 5 * MINUTE);
    await notifyBuyers(shop(), OWNER, [id]);
    await walk(0);
    for (let tick = 0; tick < 60; tick += 1) await walk(30 * MINUTE);
    expect(sent.map(({ at, letter }) => [at, stepOf(letter)])).toEqual([
      ['2026-03-02T12:05:00.000Z', 1],
      ['2026-03-03T13:05:00.000Z', 2],
    ]);
  });

  test('holds the next of the sequence back until the buyer has had a night without mail', async () => {
    const [first, second, third] = USUAL_RECOVERY.steps;
    await turnOn({ couponId: 'coupon', steps: [first, { ...second, isOn: false }, { ...third, isOn: true }] });
    const id = await order('ana@exemplo.com.br');
    while (world.now < Date.parse('2026-03-05T11:30:00.000Z')) await walk(30 * MINUTE);
    expect((await notifyBuyers(shop(), OWNER, [id])).reminders, 'at 8:30 of the third day').toBe(1);
    // The mail server is away when the third is due.
    await queueReminders(shop());
    passTime(world, 90 * MINUTE);
    expect(await queueReminders(shop()), 'the one by hand is still to leave').toBe(0);
    for (let tick = 0; tick < 96; tick += 1) await walk(30 * MINUTE);
    expect(sent.map(({ at, letter }) => [at, stepOf(letter)])).toEqual([
      ['2026-03-02T12:30:00.000Z', 1],
      ['2026-03-05T13:30:00.000Z', 2],
      ['2026-03-06T11:00:00.000Z', 3],
    ]);
  });

  test('in the evening holds the one of the next morning back, and not for good', async () => {
    await turnOn();
    // 20:00 there.
    world.now = Date.parse('2026-03-02T23:00:00.000Z');
    const id = await order('ana@exemplo.com.br');
    passTime(world, 5 * MINUTE);
    await notifyBuyers(shop(), OWNER, [id]);
    await walk(0);
    for (let tick = 0; tick < 90; tick += 1) await walk(30 * MINUTE);
    expect(sent.map(({ at, letter }) => [at, stepOf(letter)])).toEqual([
      ['2026-03-02T23:05:00.000Z', 1],
      ['2026-03-03T19:05:00.000Z', 2],
    ]);
  });

  test('waits for the morning, and is not lost where reminders are off', async () => {
    const id = await order('ana@exemplo.com.br');
    await walk(3 * HOUR);
    // 23:30 there.
    world.now = Date.parse('2026-03-03T02:30:00.000Z');
    expect(await planNotices(shop(), [id])).toMatchObject({ reminders: 1, remindersFrom: '2026-03-03T11:00:00.000Z' });
    await notifyBuyers(shop(), OWNER, [id]);
    await walk(5 * HOUR);
    expect(sent).toEqual([]);
    await walk(4 * HOUR);
    expect(sent.map(({ letter }) => stepOf(letter))).toEqual([2]);
  });

  test('is not sent for a Pix that is over before the morning', async () => {
    // 23:00 there, and payable until 1:00.
    world.now = Date.parse('2026-03-03T02:00:00.000Z');
    const id = await order('ana@exemplo.com.br');
    passTime(world, MINUTE);
    expect((await planNotices(shop(), [id])).leftOut).toEqual([{ reason: 'night', count: 1 }]);
  });

  test('is judged again when it leaves: who has paid meanwhile gets none', async () => {
    const id = await order('ana@exemplo.com.br');
    passTime(world, MINUTE);
    await notifyBuyers(shop(), OWNER, [id]);
    await pay(id);
    await deliverDueMail(shop());
    expect(sent.map(({ letter }) => letter.kind)).toEqual(['receipt']);
  });

  test('never goes to who declined, bought the product, has a newer order, or ordered more than a week ago', async () => {
    const reasons: Record<string, string[]> = {};
    const old = await order('velha@exemplo.com.br');
    await walk(3 * HOUR);
    passTime(world, 7 * DAY);
    const first = await order('novo-pedido@exemplo.com.br');
    await walk(3 * HOUR);
    await order('novo-pedido@exemplo.com.br');
    const unpaid = await order('comprou@exemplo.com.br');
    await walk(3 * HOUR);
    await bought('comprou@exemplo.com.br');
    const declining = await order('recusou@exemplo.com.br');
    await notifyBuyers(shop(), OWNER, [declining]);
    await deliverDueMail(shop());
    const letter = sent.map((mail) => mail.letter).findLast(({ kind }) => kind === 'reminder');
    if (letter?.kind !== 'reminder') throw new Error('No reminder was sent.');
    const token = new URL(letter.unsubscribeUrl).pathname.split('/').at(-1) ?? '';
    expect(await declineReminders(shop(), token)).toBe(true);
    await walk(3 * HOUR);
    await order('novo-pedido@exemplo.com.br');
    for (const [name, id] of Object.entries({ old, first, unpaid, declining })) {
      reasons[name] = (await planNotices(shop(), [id])).leftOut.map(({ reason }) => reason);
    }
    expect(reasons).toEqual({ old: ['late'], first: ['newer'], unpaid: ['bought'], declining: ['declined'] });
  });
});

describe('chosen customers', () => {
  test('get the receipts of all that gave them a key which is in force', async () => {
    const withKey = await bought('ana@exemplo.com.br', 'with-keys');
    const without = await bought('bia@exemplo.com.br');
    passTime(world, 65 * MINUTE);
    await deliverDueMail(shop());
    sent = [];
    const customers = [(await row(withKey)).customerId, (await row(without)).customerId];

    expect(await planKeyReceipts(shop(), customers)).toEqual({
      ...{ receipts: 1, reminders: 0, remindersFrom: null, endsAt: null },
      ...{ customers: 1, withoutKey: 1, leftOut: [] },
    });
    expect(await sendKeyReceipts(shop(), OWNER, customers)).toMatchObject({ changed: 1, receipts: 1, refused: [] });
    await deliverDueMail(shop());
    expect(sent.map(({ letter }) => [letter.kind, letter.to.email])).toEqual([['resend', 'ana@exemplo.com.br']]);
  });

  test('are counted as people, and their receipts as mails', async () => {
    const key = { productId: 'with-keys', createdAt: new Date(world.now).toISOString() };
    const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...key, id: `counted-${name}`, key: `counted-${name}` }));
    await world.shop.db.insertInto('activationKeys').values(keys).execute();
    const ana = await bought('ana@exemplo.com.br', 'with-keys');
    await bought('ana@exemplo.com.br', 'with-keys');
    const bia = await bought('bia@exemplo.com.br', 'with-keys');
    const without = await bought('caio@exemplo.com.br');
    await walk(65 * MINUTE);
    const fresh = await bought('bia@exemplo.com.br', 'with-keys');
    const of = async (ids: string[]) => Promise.all(ids.map(async (id) => (await row(id)).customerId));
    sent = [];

    const plan = await planKeyReceipts(shop(), await of([ana, bia, without, ana]));
    expect(plan).toMatchObject({ receipts: 3, customers: 2, withoutKey: 1, leftOut: [{ reason: 'told', count: 1 }] });
    expect(receiptsTitle(plan)).toBe('2 clientes recebem 3 recibos de novo');
    expect(leftOutOf(plan)).toEqual({
      title: '1 cliente e 1 venda ficam de fora',
      reasons: ['1 cliente sem chave que valha', '1 venda avisada há menos de uma hora'],
    });
    const result = await sendKeyReceipts(shop(), OWNER, await of([ana, bia, without]));
    expect(result).toMatchObject({ changed: 3, receipts: 3, refused: [{ id: fresh }] });
  });

  test('are refused where they have more receipts than leave at once', async () => {
    const createdAt = new Date(world.now).toISOString();
    const keys = Array.from({ length: 101 }, (_, at) => `more-${at}`);
    const added = keys.map((key) => ({ id: key, key, productId: 'with-keys', createdAt }));
    await world.shop.db.insertInto('activationKeys').values(added).execute();
    let last = '';
    for (const _ of keys) {
      passTime(world, MINUTE);
      last = await bought('ana@exemplo.com.br', 'with-keys');
    }
    await expect(planKeyReceipts(shop(), [(await row(last)).customerId])).rejects.toMatchObject({
      kind: 'invalid',
      message: 'São mais de 100 recibos de uma vez. Escolha menos clientes.',
    });
  });
});

describe('the words of a plan', () => {
  const NONE = {
    receipts: 0,
    reminders: 0,
    remindersFrom: null,
    endsAt: null,
    customers: null,
    withoutKey: 0,
    leftOut: [],
  };
  const told = (count: number) => [{ reason: 'told', count } as const];

  test.each([
    ['1 recebe o recibo de novo', { receipts: 1, customers: null }],
    ['10 recebem o recibo de novo', { receipts: 10, customers: null }],
    ['1 cliente recebe o recibo de novo', { receipts: 1, customers: 1 }],
    ['1 cliente recebe 2 recibos de novo', { receipts: 2, customers: 1 }],
    ['9 clientes recebem o recibo de novo', { receipts: 9, customers: 9 }],
    ['9 clientes recebem 10 recibos de novo', { receipts: 10, customers: 9 }],
  ])('say "%s"', (title, plan) => {
    expect(receiptsTitle(plan)).toBe(title);
  });

  test.each([
    [null, {}],
    ['1 fica de fora: 1 avisada há menos de uma hora', { leftOut: told(1) }],
    ['2 ficam de fora: 2 avisadas há menos de uma hora', { leftOut: told(2) }],
    ['1 cliente fica de fora: 1 cliente sem chave que valha', { customers: 9, withoutKey: 1 }],
    ['2 clientes ficam de fora: 2 clientes sem chave que valha', { customers: 0, withoutKey: 2 }],
    ['1 venda fica de fora: 1 venda avisada há menos de uma hora', { customers: 0, leftOut: told(1) }],
    [
      '2 clientes e 3 vendas ficam de fora: 2 clientes sem chave que valha; 3 vendas avisadas há menos de uma hora',
      { customers: 1, withoutKey: 2, leftOut: told(3) },
    ],
  ])('say "%s" of who is left out', (text, plan) => {
    const said = leftOutOf({ ...NONE, ...plan });
    expect(said && `${said.title}: ${said.reasons.join('; ')}`).toBe(text);
  });
});

function shop(): Shop {
  const mail: Shop['mail'] = {
    ...world.shop.mail,
    send: async (letter) => {
      sent.push({ at: new Date(world.now).toISOString(), letter });
    },
  };
  return { ...world.shop, mail };
}

const stepOf = (letter: MailContent) => (letter.kind === 'reminder' ? letter.step : null);

async function reasonFor(id: string): Promise<string> {
  const { leftOut } = await planNotices(shop(), [id]);
  return leftOut.map(({ reason }) => reason).join();
}

async function turnOn(change: Partial<RecoverySettings> = {}): Promise<void> {
  const { updatedAt } = await showRecovery(shop());
  await saveRecovery(shop(), OWNER, { ...USUAL_RECOVERY, isOn: true, ...change, updatedAt });
}

async function order(email: string, product: Product = 'without-keys'): Promise<string> {
  const buyer = { customerName: 'Ana Lima', customerEmail: email, paymentMethod: 'pix' } as const;
  const wanted = { ...buyer, productId: product, couponCode: null };
  const { purchaseId } = await startPayment(shop(), wanted, { idempotencyKey: null, clientNetwork: 'home' });
  return purchaseId;
}

async function bought(email: string, product?: Product): Promise<string> {
  const id = await order(email, product);
  await pay(id);
  return id;
}

async function pay(id: string): Promise<void> {
  const charge = world.bank.charges.get((await row(id)).providerReference);
  if (!charge) throw new Error('The bank has no such charge.');
  Object.assign(charge, { state: 'paid', paidCents: charge.request.amountCents, paidAt: new Date(world.now) });
  await settlePayment(shop(), id, 'webhook');
}

/** Does what the worker does, after this time. */
async function walk(ms: number): Promise<void> {
  passTime(world, ms);
  await pollDuePurchases(shop());
  await queueReminders(shop());
  await deliverDueMail(shop());
}

async function countMail(): Promise<number> {
  const waiting = await world.shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute();
  return waiting.length;
}

function row(id: string) {
  return world.shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
