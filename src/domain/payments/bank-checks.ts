import { hasEntry } from '#db/queries/audit/audit.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { MINIMUM_CHARGE, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import {
  SETUP_PARTS,
  type TestCharge,
  type TestChargeState,
  type WebhookRegistration,
} from '#src/wire/payments/bank.ts';
import type { CheckStep, Finding } from '#src/wire/upkeep/findings.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { fingerprint, newId } from '../ids.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { ShopSettings } from '../shop-settings.ts';
import { listBanks } from './bank-accounts.ts';
import { bankDeadline } from './charge.ts';
import type { BankChargeState, ChargeSnapshot, PixProvider, SetupFinding } from './pix-provider.ts';

type Bank = Pick<Shop, 'pix' | 'clock' | 'drawQrCode'> & { payer: { name: string; email: string } } & Pick<
    ShopSettings,
    'paymentMinutes'
  >;

/** In the words of the owner's screens. Without webhooks the shop asks the bank by itself, only later. */
export async function* checkBankSetup(
  { pix }: Pick<Shop, 'pix'>,
  toFinding: (found: SetupFinding) => Partial<Finding>,
): AsyncGenerator<CheckStep> {
  for await (const step of pix.checkSetup()) {
    if ('asking' in step) {
      yield { asking: SETUP_PARTS[step.asking] };
      continue;
    }
    const { subject, isRight, sentence } = step.found;
    const state = isRight ? 'right' : subject === 'webhook' ? 'warning' : 'wrong';
    yield { found: { name: SETUP_PARTS[subject], state, sentence, toCopy: null, ...toFinding(step.found) } };
  }
}

/** Tells the bank where this shop hears of payments. */
export async function registerWebhook(shop: Shop, actor: Actor): Promise<WebhookRegistration> {
  const finding = await shop.pix.registerWebhook?.();
  if (!finding) throw conflict('webhook_in_panel', 'Este banco registra o endereço dos avisos no próprio painel.');
  if (finding.isRight) {
    await recordChange(shop.db, shop, actor, { action: 'bank.register_webhook', entityId: shop.pix.accountId });
  }
  return finding;
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
    bankDeadline(),
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

export async function readTestCharge(
  banks: Pick<Shop, 'pix' | 'formerBanks'>,
  reference: string,
): Promise<TestChargeState> {
  const { state } = (await findTestCharge(banks, reference)).snapshot;
  return { state: STATES[state] ?? 'closed' };
}

const STATES: Partial<Record<BankChargeState, TestChargeState['state']>> = {
  waiting: 'waiting',
  paid: 'paid',
  refunded: 'returned',
};

type FoundCharge = { bank: PixProvider; snapshot: ChargeSnapshot };

/** The shop may have gone to another account since it was made. */
async function findTestCharge(banks: Pick<Shop, 'pix' | 'formerBanks'>, reference: string): Promise<FoundCharge> {
  if (!isTestCharge(reference)) throw notFound('Cobrança de teste não encontrada.');
  let isSilent = false;
  for (const bank of listBanks(banks)) {
    const reading = await bank.readCharge({ reference, providerChargeId: null });
    if (reading.outcome === 'found') return { bank, snapshot: reading.snapshot };
    isSilent ||= reading.outcome === 'unavailable';
  }
  if (isSilent) throw refusal('bank_failed', 'bank_unavailable', 'O banco não respondeu. Tente de novo em instantes.');
  throw notFound('O banco não conhece esta cobrança de teste.');
}

/** Gives the money of a paid test charge back to who paid. */
export async function returnTestCharge(shop: Shop, actor: Actor, reference: string): Promise<TestChargeState> {
  const { bank, snapshot } = await findTestCharge(shop, reference);
  if (snapshot.state === 'refunded') return { state: 'returned' };
  if (snapshot.state !== 'paid') throw conflict('not_paid', 'Esta cobrança de teste não foi paga.');
  const outcome = await bank.refundPayment(
    {
      reference,
      providerChargeId: snapshot.charge.providerChargeId,
      providerPaymentId: snapshot.providerPaymentId,
      amountCents: MINIMUM_CHARGE_CENTS,
      // The same for each try, so that the bank never pays it back twice.
      refundReference: fingerprint(reference).slice(0, 32),
    },
    bankDeadline(),
  );
  if (outcome.outcome === 'refused') {
    throw refusal(
      'bank_failed',
      'bank_refused',
      `O banco não devolveu o valor (${outcome.reason}). Devolva-o no painel dele.`,
    );
  }
  if (outcome.outcome === 'unclear') {
    throw refusal(
      'bank_failed',
      'bank_unclear',
      'O banco não confirmou a devolução. Tente de novo: ela nunca sai duas vezes.',
    );
  }
  await recordChange(shop.db, shop, actor, { action: 'bank.return_test_charge', entityId: reference });
  return { state: 'returned' };
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
