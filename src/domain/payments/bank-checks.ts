import { hasEntry } from '#db/queries/audit/audit.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { MINIMUM_CHARGE, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import type { BankSetup, TestCharge, TestChargeState } from '#src/wire/payments/bank.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { ShopSettings } from '../shop-settings.ts';
import { BANK_TIME_MS } from './charge.ts';

type Bank = Pick<Shop, 'pix' | 'clock' | 'drawQrCode'> & { payer: { name: string; email: string } } & Pick<
    ShopSettings,
    'paymentMinutes'
  >;

export async function checkBankSetup({ pix }: Pick<Shop, 'pix'>): Promise<BankSetup> {
  return { provider: pix.name, findings: await pix.checkSetup() };
}

/** Charges R$ 0,50 without a purchase or a key behind it. */
export async function createTestCharge(shop: Bank): Promise<TestCharge> {
  const reference = `${TEST_PREFIX}${newId().slice(TEST_PREFIX.length)}`;
  const creation = await shop.pix.createCharge(
    {
      reference,
      amountCents: MINIMUM_CHARGE_CENTS,
      description: 'Teste da loja',
      payer: shop.payer,
      expiresAt: new Date(shop.clock.now().getTime() + shop.paymentMinutes * MINUTE_MS),
    },
    new Date(Date.now() + BANK_TIME_MS),
  );
  if (creation.outcome !== 'created') {
    throw refusal('bank_failed', 'bank_refused', `O banco não gerou a cobrança de teste (${creation.reason}).`);
  }
  const { copyPaste } = creation.charge;
  return {
    reference,
    amount: MINIMUM_CHARGE,
    pixCopyPaste: copyPaste,
    qrCodeBase64: await shop.drawQrCode(copyPaste),
  };
}

export async function requestTestCharge(shop: Shop, actor: Actor): Promise<TestCharge> {
  const charge = await createTestCharge({ ...shop, ...testChargeOf(shop.settings) });
  await recordChange(shop.db, shop, actor, { action: 'bank.test_charge', entityId: charge.reference });
  return charge;
}

/** The payer is the shop itself, and the charge lives as long as a buyer's. */
export function testChargeOf({
  storeName,
  sellerEmail,
  paymentMinutes,
}: Pick<ShopSettings, 'storeName' | 'sellerEmail' | 'paymentMinutes'>) {
  return { payer: { name: storeName, email: sellerEmail || TEST_PAYER }, paymentMinutes };
}

export async function readTestCharge({ pix }: Pick<Shop, 'pix'>, reference: string): Promise<TestChargeState> {
  if (!isTestCharge(reference)) throw notFound('Cobrança de teste não encontrada.');
  const reading = await pix.readCharge({ reference, providerChargeId: null });
  if (reading.outcome === 'unavailable') {
    throw refusal('bank_failed', 'bank_unavailable', 'O banco não respondeu. Tente de novo em instantes.');
  }
  if (reading.outcome === 'missing') throw notFound('O banco não conhece esta cobrança de teste.');
  const { state } = reading.snapshot;
  return { state: state === 'waiting' ? 'waiting' : state === 'paid' ? 'paid' : 'closed' };
}

/** Notes the first time that it is seen paid, since nothing else proves that money arrives. */
export async function watchTestCharge(shop: Shop, actor: Actor, reference: string): Promise<TestChargeState> {
  const { state } = await readTestCharge(shop, reference);
  if (state === 'paid' && !shop.settings.isSandbox && !(await hasEntry(shop.db, TEST_CHARGE_PAID, reference))) {
    await recordChange(shop.db, shop, actor, { action: TEST_CHARGE_PAID, entityId: reference });
  }
  return { state };
}

export const TEST_CHARGE_PAID = 'bank.test_charge_paid';

export function isTestCharge(reference: string): boolean {
  return reference.startsWith(TEST_PREFIX);
}

/** Mercado Pago's sandbox requires this domain. */
const TEST_PAYER = 'teste@testuser.com';

/** Purchase references have no capitals, so the prefixes never clash. */
const TEST_PREFIX = 'TESTE';
