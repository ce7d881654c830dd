import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { markCommissionPaid } from '#src/domain/affiliates/commission-list.ts';
import { listPartnerSalePage, sumsOf } from '#src/domain/partners/partner-area.ts';
import { settlePayment } from '#src/domain/payments/settle.ts';
import { closePayouts, listPayable } from '#src/domain/payouts/close-payouts.ts';
import {
  cancelPayout,
  exportOpenPayouts,
  payPayout,
  readPayoutRound,
  showPayout,
} from '#src/domain/payouts/payouts.ts';
import { drawQrCode } from '#src/gateways/pix/qr-code.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';
import { PARTNER_SALE_LIST, saleStateText } from '#src/wire/partners/partners.ts';
import { readQrCode } from '../../support/browser/qr-reader.ts';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import {
  commissionOfPurchase,
  giveKey,
  giveMoneyBack,
  PARTNER_ID,
  release,
  sellIndicated,
} from '../../support/purchases/partners.ts';
import { OWNER, openWorlds, type World } from '../../support/purchases/payment-world.ts';

let worlds: Awaited<ReturnType<typeof openWorlds>>;
let world: World;

beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  world = await worlds.begin();
  world.shop = {
    ...world.shop,
    drawQrCode: async (text) => drawQrCode(text),
    settings: { ...world.shop.settings, payoutMinimum: 5 },
  };
});
afterEach(() => world.close());

const sell = () => sellIndicated(world, { clickedDaysAgo: 1 });
const close = (shop = world.shop) => closePayouts(shop, OWNER, {});

describe('closing payouts', () => {
  test('collects what is released, and writes a Pix of exactly that', async () => {
    await giveKey(world);
    const saleId = await sell();
    await expect(close()).rejects.toMatchObject({ code: 'nothing_payable' });
    release(world);
    await sell();
    const [payout] = await close();
    expect(payout).toMatchObject({ reference: 'PAG0001', amount: 9.99, sales: 1, state: 'open' });
    const text = readQrCode(Buffer.from(payout?.qrCodeBase64 ?? '', 'base64'));
    expect(text).toBe(payout?.pixCopyPaste);
    expect(text).toContain('0136123e4567-e12b-12d3-a456-426655440000');
    expect(text).toContain('54049.99');
    expect(text).toContain('0507PAG0001');

    const commission = await commissionOfPurchase(world, saleId);
    await expect(markCommissionPaid(world.shop, OWNER, commission?.id ?? '')).rejects.toMatchObject({
      code: 'in_payout',
    });
    const { header, batches } = await exportOpenPayouts(world.shop, OWNER);
    expect(header).toContain('Chave Pix');
    for await (const rows of batches) expect(rows).toEqual([expect.arrayContaining(['9,99', 'PAG0001'])]);

    expect(await payPayout(world.shop, OWNER, payout?.id ?? '', { note: 'Pago hoje' })).toMatchObject({
      state: 'paid',
      note: 'Pago hoje',
    });
    expect(await commissionOfPurchase(world, saleId)).toMatchObject({ status: 'paid', settledCents: 999 });
    await expect(payPayout(world.shop, OWNER, payout?.id ?? '', {})).rejects.toMatchObject({ code: 'already_paid' });
    await expect(cancelPayout(world.shop, OWNER, payout?.id ?? '')).rejects.toMatchObject({ code: 'already_paid' });
  });

  test('twice at once takes each sale once', async () => {
    await giveKey(world);
    if (isOnPostgres()) await world.openSecondProcess();
    for (let count = 0; count < 3; count += 1) await sell();
    release(world);
    const settings = { ...world.shop.settings, payoutMinimum: 5 };
    const shops = [...world.processes, ...world.processes].map((shop) => ({ ...shop, settings }));
    const closed = await Promise.allSettled(shops.map((shop) => close(shop)));
    expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lines = await world.shop.db.selectFrom('payoutLines').select('saleId').execute();
    expect(new Set(lines.map(({ saleId }) => saleId)).size).toBe(3);
    expect(lines).toHaveLength(3);
  });

  test('takes off what was returned after its payment, and never touches the past', async () => {
    await giveKey(world);
    const returned = await sell();
    release(world);
    const [first] = await close();
    await payPayout(world.shop, OWNER, first?.id ?? '', {});
    await giveMoneyBack(world, returned);
    await sell();
    await sell();
    release(world);
    const [second] = await close();
    const { lines, amount } = await showPayout(world.shop, second?.id ?? '');
    expect(lines.map((line) => line.amount).toSorted((one, other) => one - other)).toEqual([-9.99, 9.99, 9.99]);
    expect(amount).toBe(9.99);
    expect((await showPayout(world.shop, first?.id ?? '')).lines).toMatchObject([{ amount: 9.99 }]);
    await payPayout(world.shop, OWNER, second?.id ?? '', {});
    expect(await listPayable(world.shop)).toEqual([]);
  });

  test('gives the sales of a cancelled payout to the next one', async () => {
    await giveKey(world);
    const returned = await sell();
    await sell();
    release(world);
    const [first] = await close();
    await giveMoneyBack(world, returned);
    await cancelPayout(world.shop, OWNER, first?.id ?? '');
    const [second] = await close();
    expect(second).toMatchObject({ amount: 9.99, sales: 1, reference: 'PAG0002' });
  });

  test('says how far a round is, from the day of the oldest open payout on', async () => {
    const none = { payouts: 0, amount: 0 };
    expect(await readPayoutRound(world.shop)).toEqual({ open: none, paid: none });
    await giveKey(world);
    const closeOne = async () => {
      await sell();
      release(world);
      return (await close())[0]?.id ?? '';
    };
    await payPayout(world.shop, OWNER, await closeOne(), {});
    const open = await closeOne();
    expect(await readPayoutRound(world.shop)).toEqual({ open: { payouts: 1, amount: 9.99 }, paid: none });
    const { createdAt } = await showPayout(world.shop, open);
    await world.shop.db.updateTable('payouts').set({ createdAt }).where('state', '=', 'paid').execute();
    expect(await readPayoutRound(world.shop)).toMatchObject({ paid: { payouts: 1, amount: 9.99 } });
    await cancelPayout(world.shop, OWNER, open);
    expect(await readPayoutRound(world.shop)).toEqual({ open: none, paid: none });
  });

  test('says why a partner cannot be paid', async () => {
    await sell();
    release(world);
    await expect(closePayouts(world.shop, OWNER, { affiliateIds: [PARTNER_ID] })).rejects.toMatchObject({
      code: 'no_pix_key',
      message: 'Parceira ainda não informou a chave Pix.',
    });
    await giveKey(world, new Date(world.now + 1_000).toISOString());
    await expect(close()).rejects.toMatchObject({ code: 'key_on_hold' });
    expect(await listPayable(world.shop)).toMatchObject([{ amount: 9.99, block: 'key_on_hold' }]);
    world.now += 2_000;
    expect(await close()).toHaveLength(1);
  });

  test('leaves a commission that was paid by hand, which before its day the owner must insist on', async () => {
    await giveKey(world);
    const saleId = await sell();
    const { id = '', payableAt } = (await commissionOfPurchase(world, saleId)) ?? {};
    await expect(markCommissionPaid(world.shop, OWNER, id)).rejects.toMatchObject({ code: 'on_hold' });
    expect(payableAt).not.toBeNull();
    await markCommissionPaid(world.shop, OWNER, id, true);
    release(world);
    await expect(close()).rejects.toMatchObject({ code: 'nothing_payable' });
    const trail = await world.shop.db.selectFrom('audit').select('action').where('entityId', '=', id).execute();
    expect(trail).toEqual([{ action: 'affiliate_sale.pay_early' }]);
  });

  test('leaves the commission of a sale in dispute until the bank has decided', async () => {
    await giveKey(world);
    const saleId = await sell();
    release(world);
    await moveCharge(saleId, 'disputed');
    await expect(close()).rejects.toMatchObject({ code: 'nothing_payable' });
    const { id = '' } = (await commissionOfPurchase(world, saleId)) ?? {};
    await expect(markCommissionPaid(world.shop, OWNER, id)).rejects.toMatchObject({
      code: 'on_hold',
      message: 'Esta venda está em disputa no banco: a comissão espera a decisão.',
    });
    const partner = { id: PARTNER_ID };
    const shown = async () => {
      const request = readListRequest(new URLSearchParams(), PARTNER_SALE_LIST);
      const { items } = await listPartnerSalePage(world.shop, partner, request);
      return { texts: items.map(saleStateText), sums: await sumsOf(world.shop.db, PARTNER_ID, new Date(world.now)) };
    };
    const none = { amount: 0, sales: 0 };
    const one = { amount: 9.99, sales: 1 };
    expect(await shown()).toEqual({ texts: ['Em disputa'], sums: { waiting: one, released: none, received: none } });
    await moveCharge(saleId, 'paid');
    expect(await shown()).toEqual({ texts: ['Liberado'], sums: { waiting: none, released: one, received: none } });
    expect(await close()).toMatchObject([{ amount: 9.99, sales: 1 }]);
  });
});

async function moveCharge(purchaseId: string, state: 'disputed' | 'paid'): Promise<void> {
  const purchase = await findPurchase(world.shop.db, purchaseId);
  const charge = world.bank.charges.get(purchase?.providerReference ?? '');
  if (!charge) throw new Error('The bank has no such charge.');
  charge.state = state;
  await settlePayment(world.shop, purchaseId, 'webhook');
}
