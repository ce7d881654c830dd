import type { BankSetup, TestCharge, TestChargeState } from '#src/wire/bank.ts';
import { MINIMUM_CHARGE_CENTS, PAYMENT_WINDOW_MS } from '#src/wire/checkout.ts';
import { formatCents } from '#src/wire/money.ts';
import { type Actor, noteChange } from './audit.ts';
import { BANK_TIME_MS } from './charges.ts';
import { newId } from './ids.ts';
import { notFound, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

/** What a test charge needs of the shop: also a command that opens no shop has it. */
type Bank = Pick<Shop, 'pix' | 'clock' | 'drawQrCode'> & { payer: { name: string; email: string } };

/** Says in words whether token, key, certificate, webhook address and clock are right. */
export async function inspectBank({ pix }: Pick<Shop, 'pix'>): Promise<BankSetup> {
  return { provider: pix.name, findings: await pix.inspect() };
}

/** Makes a charge of R$ 0,50 at the bank, for the owner to pay: no purchase stands behind it, and no key. */
export async function chargeTest(shop: Bank): Promise<TestCharge> {
  const reference = `${TEST_PREFIX}${newId().slice(TEST_PREFIX.length)}`;
  const creation = await shop.pix.createCharge(
    {
      reference,
      amountCents: MINIMUM_CHARGE_CENTS,
      description: 'Teste da loja',
      payer: shop.payer,
      expiresAt: new Date(shop.clock.now().getTime() + PAYMENT_WINDOW_MS),
    },
    new Date(Date.now() + BANK_TIME_MS),
  );
  if (creation.outcome !== 'created') {
    throw refusal('bank_failed', 'bank_refused', `O banco não gerou a cobrança de teste (${creation.reason}).`);
  }
  const { copyPaste } = creation.charge;
  return {
    reference,
    amount: formatCents(MINIMUM_CHARGE_CENTS),
    pixCopyPaste: copyPaste,
    qrCodeBase64: await shop.drawQrCode(copyPaste),
  };
}

/** The same from the back-office, where it is noted. */
export async function orderTestCharge(shop: Shop, actor: Actor): Promise<TestCharge> {
  const { storeName, seller } = shop.settings;
  const charge = await chargeTest({ ...shop, payer: { name: storeName, email: seller.email || TEST_PAYER } });
  await noteChange(shop.db, shop, actor, { action: 'bank.test_charge', entity: 'bank', entityId: charge.reference });
  return charge;
}

/** Whether the test charge has been paid. */
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

/** Tells a test charge from a purchase's, so that the daily comparison leaves it out. */
export function isTestCharge(reference: string): boolean {
  return reference.startsWith(TEST_PREFIX);
}

/** Who pays a test charge where the settings name no seller. Mercado Pago's test side wants this very domain. */
export const TEST_PAYER = 'teste@testuser.com';

/** Our references are 32 letters and digits, and those of purchases have no capitals. */
const TEST_PREFIX = 'TESTE';
