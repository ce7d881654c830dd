import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import type { BankCall, BankCallOutcome, BankHealth, NoteBankCall } from '#src/domain/payments/watching/bank-health.ts';
import type { Clock } from '#src/domain/shop.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';

/** A bank that answers questions may still refuse every charge, so these count for themselves. */
export function openBankHealth(clock: Clock): BankHealth {
  const silence = openStreak();
  const refusals = openStreak();
  let wellAt: Date | null = null;
  return {
    note(call, outcome) {
      if (!TELLING.has(call)) return;
      const now = clock.now();
      const isSilent = SILENT.has(outcome);
      silence.note(isSilent, now);
      if (call === 'create') refusals.note(isSilent || outcome === 'refused', now);
      if (!isSilent) wellAt = now;
    },
    read() {
      const awaySince = silence.since() ?? refusals.since();
      return { awaySince, wellAt: silence.isFailing() || refusals.isFailing() ? null : wellAt };
    },
  };
}

const TELLING: ReadonlySet<BankCall> = new Set(['create', 'read']);
const SILENT: ReadonlySet<BankCallOutcome> = new Set(['unclear', 'unavailable', 'failed']);

/** One buyer's order may be at fault, or one moment. */
const ENOUGH_FAILURES = 3;
const LONG_ENOUGH_MS = 5 * MINUTE_MS;

function openStreak() {
  let failures = 0;
  let began: Date | null = null;
  let lastsMs = 0;
  return {
    note(isFailure: boolean, now: Date): void {
      failures = isFailure ? failures + 1 : 0;
      began = isFailure ? (began ?? now) : null;
      lastsMs = began ? now.getTime() - began.getTime() : 0;
    },
    isFailing: () => failures > 0,
    since: () => (failures >= ENOUGH_FAILURES && lastsMs >= LONG_ENOUGH_MS ? began : null),
  };
}

/** The same bank, and whoever listens hears how each call went. */
export function observeBank<Bank extends PixProvider>(bank: Bank, note: NoteBankCall): Bank {
  async function observe<Result>(
    call: BankCall,
    ask: () => Promise<Result>,
    outcomeOf: (result: Result) => BankCallOutcome,
  ): Promise<Result> {
    const askedAt = performance.now();
    let outcome: BankCallOutcome = 'failed';
    try {
      const result = await ask();
      outcome = outcomeOf(result);
      return result;
    } finally {
      note(call, outcome, performance.now() - askedAt);
    }
  }

  return {
    ...bank,
    createCharge: (...asked) => observe('create', () => bank.createCharge(...asked), outcomeIn),
    readCharge: (...asked) => observe('read', () => bank.readCharge(...asked), outcomeIn),
    cancelCharge: (...asked) =>
      observe(
        'cancel',
        () => bank.cancelCharge(...asked),
        () => 'cancelled',
      ),
    refundPayment: (...asked) => observe('refund', () => bank.refundPayment(...asked), outcomeIn),
    listPayments: (...asked) => observe('list', () => bank.listPayments(...asked), outcomeIn),
  };
}

function outcomeIn({ outcome }: { outcome: BankCallOutcome }): BankCallOutcome {
  return outcome;
}
