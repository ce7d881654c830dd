import { setImmediate as breathe } from 'node:timers/promises';
import type {
  BankChargeState,
  BankPayment,
  ChargeIdentity,
  ChargeReading,
  ChargeRequest,
  PixProvider,
  RefundRequest,
} from '#src/domain/payments/pix-provider.ts';

/** `lost`: processed without a response; `died`: the shop's process ended. */
export type CallFate = 'fine' | 'refused' | 'away' | 'lost' | 'died_before' | 'died_after';
export type RefundFate = CallFate | 'pending';
type RefundState = 'done' | 'pending' | 'refused';

export type MemoryCharge = {
  request: ChargeRequest;
  state: BankChargeState;
  paidCents: number | null;
  paidAt: Date | null;
  returnedCents?: number;
  payerDocument?: string;
  /** Set when it differs from the bank's own id. */
  paymentId?: string;
  refunds: Map<string, RefundState>;
};

export type MemoryBank = PixProvider & {
  charges: Map<string, MemoryCharge>;
  next: { create: CallFate; refund: RefundFate; read: 'fine' | 'died_before' };
  isAway: boolean;
  /** Freezes or unfreezes what the bank shows. */
  lag(isLate: boolean): void;
  /** Resolves when a call meets a fate that kills the shop's process. */
  death(): Promise<'died'>;
};

export function openMemoryBank(now: () => Date): MemoryBank {
  const charges = new Map<string, MemoryCharge>();
  let shown: Map<string, MemoryCharge> | null = null;
  let die = () => {};
  const bankIsAway = () => {
    die();
    return new Promise<never>(() => {});
  };
  const find = (reference: string) => (shown ?? charges).get(reference);

  const bank: MemoryBank = {
    name: 'memory',
    accountId: 'account-of-memory',
    accountName: 'Banco de memória',
    minimumReadIntervalMs: 0,
    polling: { atOnce: 4, shortestMs: 0 },
    listing: { by: 'arrival', longestDays: 30 },
    charges,
    next: { create: 'fine', refund: 'fine', read: 'fine' },
    isAway: false,
    lag(isLate) {
      shown = isLate ? copyOf(charges) : null;
    },
    death: () =>
      new Promise((resolve) => {
        die = () => resolve('died');
      }),

    async createCharge(request) {
      await breathe();
      const fate = take(bank.next, 'create');
      if (fate === 'died_before') return bankIsAway();
      if (bank.isAway || fate === 'away') return { outcome: 'unclear', reason: 'away' };
      if (fate === 'refused' && !charges.has(request.reference)) return { outcome: 'refused', reason: 'no' };
      if (!charges.has(request.reference)) charges.set(request.reference, newCharge(request));
      if (fate === 'died_after') return bankIsAway();
      if (fate === 'lost') return { outcome: 'unclear', reason: 'lost' };
      return { outcome: 'created', charge: nameOf(request.reference) };
    },

    async readCharge({ reference }) {
      await breathe();
      if (take(bank.next, 'read') === 'died_before') return bankIsAway();
      if (bank.isAway) return { outcome: 'unavailable', reason: 'away', retryAfterMs: 60_000 };
      const charge = find(reference);
      const reading = charge ? readingOf(reference, charge) : ({ outcome: 'missing' } as const);
      await breathe();
      return reading;
    },

    async cancelCharge({ reference }: ChargeIdentity) {
      await breathe();
      if (bank.isAway) throw new Error('The bank is away.');
      const charge = charges.get(reference);
      if (charge?.state === 'waiting') charge.state = 'cancelled';
    },

    async refundPayment({ reference, refundReference }: RefundRequest) {
      await breathe();
      const fate = take(bank.next, 'refund');
      if (fate === 'died_before') return bankIsAway();
      if (bank.isAway || fate === 'away') return { outcome: 'unclear', reason: 'away' };
      const state = refund(charges.get(reference), refundReference, fate);
      if (fate === 'died_after') return bankIsAway();
      if (fate === 'lost') return { outcome: 'unclear', reason: 'lost' };
      if (state === 'done') return { outcome: 'refunded' };
      return state === 'pending' ? { outcome: 'pending' } : { outcome: 'refused', reason: 'no' };
    },

    async listPayments({ from, to }) {
      await breathe();
      if (bank.isAway) return { outcome: 'unavailable', reason: 'away' };
      const payments = [...(shown ?? charges)].flatMap(([reference, charge]) => paymentOf(reference, charge, from, to));
      return { outcome: 'found', payments, unread: [] };
    },

    readWebhook({ body }) {
      const [dedup = '', subject = ''] = body.split(' ');
      return { outcome: 'genuine', deliveries: [{ dedup, subject }] };
    },

    async *checkSetup() {
      yield { found: { subject: 'clock', isRight: true, sentence: now().toISOString() } };
    },
  };
  return bank;
}

function refund(charge: MemoryCharge | undefined, name: string, fate: RefundFate): RefundState {
  const known = charge?.refunds.get(name);
  if (!charge || known) return known ?? 'refused';
  const isOpen = charge.state === 'paid' && ![...charge.refunds.values()].some((state) => state !== 'refused');
  const state = !isOpen || fate === 'refused' ? 'refused' : fate === 'pending' ? 'pending' : 'done';
  charge.refunds.set(name, state);
  if (state === 'done') charge.state = 'refunded';
  return state;
}

function take<Kind extends keyof MemoryBank['next']>(next: MemoryBank['next'], kind: Kind): MemoryBank['next'][Kind] {
  const fate = next[kind];
  Object.assign(next, { [kind]: 'fine' });
  return fate;
}

function newCharge(request: ChargeRequest): MemoryCharge {
  return { request, state: 'waiting', paidCents: null, paidAt: null, refunds: new Map() };
}

function copyOf(charges: Map<string, MemoryCharge>): Map<string, MemoryCharge> {
  return new Map([...charges].map(([reference, charge]) => [reference, { ...charge }]));
}

function nameOf(reference: string) {
  return { providerChargeId: `charge-${reference}`, copyPaste: `pix-${reference}` };
}

function readingOf(reference: string, charge: MemoryCharge): ChargeReading {
  const { request, state, paidCents, returnedCents, payerDocument, paymentId } = charge;
  const snapshot = {
    reference,
    charge: nameOf(reference),
    state,
    amountCents: request.amountCents,
    currency: 'BRL',
    isOurs: true,
    paidCents,
    providerPaymentId: paidCents === null ? null : (paymentId ?? `payment-${reference}`),
    ...(returnedCents !== undefined && { returnedCents }),
    ...(payerDocument && { payerDocument }),
  };
  return { outcome: 'found', snapshot };
}

function paymentOf(reference: string, charge: MemoryCharge, from: Date, to: Date): BankPayment[] {
  const { state, paidCents, paidAt, returnedCents } = charge;
  if (paidAt === null || paidCents === null || paidAt < from || paidAt >= to) return [];
  if (state !== 'paid' && state !== 'refunded' && state !== 'disputed') return [];
  const returned = returnedCents === undefined ? {} : { returnedCents };
  return [{ reference, providerChargeId: `charge-${reference}`, state, paidCents, ...returned }];
}
