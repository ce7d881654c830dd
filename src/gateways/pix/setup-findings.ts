import type { SetupFinding } from '#src/domain/payments/pix-provider.ts';
import type { Clock } from '#src/domain/shop.ts';
import type { BankResponse } from './bank-calls.ts';

export function passed(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: true, sentence };
}

export function failed(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: false, sentence };
}

/** Returns undefined where the bank does not tell the time. */
export function checkClock(
  clock: Clock,
  response: BankResponse,
  bankName: 'banco' | 'Mercado Pago',
): SetupFinding | undefined {
  const bankTime = response.outcome !== 'silent' && response.date ? Date.parse(response.date) : Number.NaN;
  if (Number.isNaN(bankTime)) return undefined;
  const offSeconds = Math.round(Math.abs(clock.now().getTime() - bankTime) / 1000);
  return offSeconds > WRONG_SECONDS
    ? failed('clock', `O relógio deste servidor difere ${offSeconds} s do relógio do ${bankName}. Ative o NTP.`)
    : passed('clock', 'O relógio deste servidor está certo.');
}

const WRONG_SECONDS = 60;
