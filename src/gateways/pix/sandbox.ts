import type {
  BankPayment,
  ChargeReading,
  ChargeRequest,
  SandboxAct,
  SandboxProvider,
} from '#src/domain/payments/pix-provider.ts';
import type { Clock } from '#src/domain/shop.ts';
import { writeStaticCode } from '#src/wire/payments/br-code.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import { accountId } from './account-id.ts';
import { passed } from './setup-findings.ts';

type SandboxState = 'waiting' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded';

export type SandboxCharge = {
  reference: string;
  amountCents: number;
  state: SandboxState;
  copyPaste: string;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
};

export type SandboxCharges = {
  find(reference: string): Promise<SandboxCharge | undefined>;
  /** Returns the charge that already has this reference, where there is one. */
  take(charge: SandboxCharge): Promise<SandboxCharge>;
  move(reference: string, from: SandboxState[], to: SandboxState, paidAt: string | null): Promise<boolean>;
  /** `from` is included, `to` is not. */
  listPaid(from: string, to: string): Promise<SandboxCharge[]>;
};

/** Writes real BR Codes for a key that belongs to nobody. */
export function openSandboxBank(options: {
  charges: SandboxCharges;
  clock: Clock;
  receiverName: () => string;
}): SandboxProvider {
  const { charges, clock, receiverName } = options;
  return {
    name: 'sandbox' satisfies ProviderName,
    accountId: accountId('sandbox'),
    accountName: 'Banco de teste',
    minimumReadIntervalMs: 0,
    polling: { atOnce: 4, shortestMs: 0 },
    listing: { by: 'arrival', longestDays: 30 },

    async createCharge(request) {
      const charge = await charges.take(newCharge(request, receiverName(), clock.now()));
      return { outcome: 'created', charge: { providerChargeId: charge.reference, copyPaste: charge.copyPaste } };
    },

    async readCharge({ reference }) {
      const charge = await charges.find(reference);
      return charge ? reading(charge) : { outcome: 'missing' };
    },

    async cancelCharge({ reference }) {
      await charges.move(reference, ['waiting'], 'cancelled', null);
    },

    async refundPayment({ reference }) {
      const paid = await charges.find(reference);
      await charges.move(reference, ['paid'], 'refunded', paid?.paidAt ?? null);
      const charge = await charges.find(reference);
      return charge?.state === 'refunded'
        ? { outcome: 'refunded' }
        : { outcome: 'refused', reason: 'no payment has arrived for this charge' };
    },

    async listPayments({ from, to }) {
      const paid = await charges.listPaid(from.toISOString(), to.toISOString());
      return { outcome: 'found', payments: paid.map(payment), unread: [] };
    },

    // Sends no webhooks: a simulated act settles at once.
    readWebhook: () => ({ outcome: 'unknown' }),

    async *checkSetup() {
      yield { found: passed('access', 'O banco de testes está pronto. Nenhum pagamento feito nele é real.') };
    },

    async simulate(reference, act) {
      const { from, to } = ACTS[act];
      const isMoved = await charges.move(reference, from, to, act === 'pay' ? clock.now().toISOString() : null);
      return isMoved || (await charges.find(reference)) !== undefined;
    },
  };
}

/** Allows late payment as real banks do; refusals and refunds are final. */
const ACTS: Record<SandboxAct, { from: SandboxState[]; to: SandboxState }> = {
  pay: { from: ['waiting', 'expired', 'cancelled'], to: 'paid' },
  reject: { from: ['waiting'], to: 'rejected' },
  expire: { from: ['waiting'], to: 'expired' },
};

const SANDBOX_KEY = '5a4d0000-0000-4000-8000-00000000b0a0';

function newCharge(request: ChargeRequest, receiverName: string, now: Date): SandboxCharge {
  return {
    reference: request.reference,
    amountCents: request.amountCents,
    state: 'waiting',
    copyPaste: writeStaticCode({
      pixKey: SANDBOX_KEY,
      merchantName: receiverName,
      merchantCity: 'SAO PAULO',
      amountCents: request.amountCents,
      transactionId: request.reference.slice(0, 25),
    }),
    createdAt: now.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    paidAt: null,
  };
}

function payment(charge: SandboxCharge): BankPayment {
  return {
    reference: charge.reference,
    providerChargeId: charge.reference,
    state: charge.state === 'refunded' ? 'refunded' : 'paid',
    paidCents: charge.amountCents,
  };
}

function reading(charge: SandboxCharge): ChargeReading {
  const { paidAt } = charge;
  const isPaid = paidAt !== null;
  return {
    outcome: 'found',
    snapshot: {
      reference: charge.reference,
      charge: { providerChargeId: charge.reference, copyPaste: charge.copyPaste },
      state: charge.state,
      amountCents: charge.amountCents,
      currency: 'BRL',
      isOurs: true,
      paidCents: isPaid ? charge.amountCents : null,
      ...(isPaid && { paidAt }),
      providerPaymentId: isPaid ? `sandbox-${charge.reference}` : null,
    },
  };
}
