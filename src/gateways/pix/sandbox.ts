import type { BankPayment, ChargeReading, ChargeRequest, SandboxAct, SandboxProvider } from '#src/domain/pix.ts';
import type { Clock } from '#src/domain/shop.ts';
import { writeStaticCode } from './br-code.ts';

export type SandboxState = 'waiting' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded';

export type SandboxCharge = {
  reference: string;
  amountCents: number;
  state: SandboxState;
  copyPaste: string;
  createdAt: string;
  expiresAt: string;
  paidAt: string | null;
};

/** The bank's books. They outlive the process, as a real bank's would. */
export type SandboxCharges = {
  find(reference: string): Promise<SandboxCharge | undefined>;
  /** A charge of the same reference that is there already stays. */
  insert(charge: SandboxCharge): Promise<void>;
  move(reference: string, from: SandboxState[], to: SandboxState, paidAt: string | null): Promise<void>;
  /** Those that were paid from `from` until before `to`. */
  listPaid(from: string, to: string): Promise<SandboxCharge[]>;
};

/** A bank for trying the store on a new machine: real BR Codes, a key that belongs to nobody, no money. */
export function openSandboxBank(options: {
  charges: SandboxCharges;
  clock: Clock;
  receiverName: string;
}): SandboxProvider {
  const { charges, clock, receiverName } = options;
  return {
    name: 'sandbox',
    receiverName,
    minimumReadIntervalMs: 0,

    async createCharge(request) {
      await charges.insert(newCharge(request, receiverName, clock.now()));
      const charge = await charges.find(request.reference);
      if (!charge) return { outcome: 'unclear', reason: 'the sandbox lost the charge' };
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
      return { outcome: 'found', payments: paid.map(payment) };
    },

    // Nobody sends notices: what is simulated is looked at straight away.
    readNotice: () => ({ outcome: 'unknown' }),

    async inspect() {
      return [
        {
          subject: 'access',
          isRight: true,
          sentence: 'O banco de testes está pronto. Nenhum pagamento feito nele é real.',
        },
      ];
    },

    async simulate(reference, act) {
      const { from, to } = ACTS[act];
      await charges.move(reference, from, to, act === 'pay' ? clock.now().toISOString() : null);
      return (await charges.find(reference)) !== undefined;
    },
  };
}

/** Money may arrive late, as it does at real banks; what is refused or given back stays so. */
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
  const isPaid = charge.paidAt !== null;
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
      providerPaymentId: isPaid ? `sandbox-${charge.reference}` : null,
    },
  };
}
