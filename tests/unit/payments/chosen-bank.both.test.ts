import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveTypedBank } from '#src/domain/payments/chosen-bank.ts';
import { pollDuePurchases } from '#src/domain/payments/polling/poll.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Shop } from '#src/domain/shop.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';
import { PIX_KEY } from '../../support/banks/api-pix.ts';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../../support/banks/real-banks.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

let opened: OpenTestShop;
let shop: Shop;
let mercadoPago: BankSide;
let apiPix: BankSide;

beforeEach(async () => {
  [opened, mercadoPago, apiPix] = await Promise.all([openTestShop(), openMercadoPagoSide(), openApiPixSide()]);
  shop = opened.shop;
});
afterEach(() => Promise.all([opened.close(), mercadoPago.close(), apiPix.close()]));

const OWNER = { id: 'dona' };

function typedMercadoPago(changes: Record<string, unknown> = {}): TypedBank {
  const { MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_WEBHOOK_SECRET, MERCADOPAGO_API_URL } = mercadoPago.settings;
  return TypedBank.parse({
    provider: 'mercadopago',
    accessToken: MERCADOPAGO_ACCESS_TOKEN,
    webhookSecret: MERCADOPAGO_WEBHOOK_SECRET,
    apiUrl: MERCADOPAGO_API_URL,
    ...changes,
  });
}

function typedApiPix(changes: Record<string, unknown> = {}): TypedBank {
  const { PIX_API_URL, PIX_OAUTH_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET } = apiPix.settings;
  return TypedBank.parse({
    provider: 'pix',
    apiUrl: PIX_API_URL,
    oauthUrl: PIX_OAUTH_URL,
    clientId: PIX_CLIENT_ID,
    clientSecret: PIX_CLIENT_SECRET,
    pixKey: PIX_KEY,
    ...changes,
  });
}

async function order(at: Shop = shop): Promise<string> {
  const { id: productId } = await at.db
    .selectFrom('products')
    .select('id')
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirstOrThrow();
  const buyer = { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
  const { purchaseId } = await startPayment(at, { ...buyer, productId }, { idempotencyKey: null, clientNetwork: '' });
  return purchaseId;
}

const rowOf = (id: string) =>
  shop.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a bank chosen on the screen', () => {
  test('charges the next order without a restart, and the one before is served where it was', async () => {
    await saveTypedBank(shop, OWNER, typedApiPix());
    const first = await order();
    await saveTypedBank(shop, OWNER, typedMercadoPago());
    const second = await order();

    expect(shop.settings).toMatchObject({ provider: 'mercadopago', isSandbox: false, bankName: 'Mercado Pago' });
    expect([apiPix.charges(), mercadoPago.charges()]).toEqual([1, 1]);
    await apiPix.pay((await rowOf(first)).providerReference);
    await mercadoPago.pay((await rowOf(second)).providerReference);
    await shop.db
      .updateTable('purchases')
      .set({ nextCheckAt: new Date(0).toISOString() })
      .where('id', 'in', [first, second])
      .execute();
    await pollDuePurchases(shop);
    expect([(await rowOf(first)).status, (await rowOf(second)).status]).toEqual(['COMPLETED', 'COMPLETED']);
  });
});
