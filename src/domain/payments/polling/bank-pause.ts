import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../../shop.ts';
import type { ChargeReading, PixProvider } from '../pix-provider.ts';

export async function pauseBank({ limits }: Shop, bank: PixProvider, reading: ChargeReading): Promise<void> {
  const restMs = bankPauseMs(reading);
  if (restMs > 0) await limits.pause('bankPause', bank.accountId, Math.min(restMs, LONGEST_PAUSE_MS));
}

export async function isBankPaused({ limits }: Shop, bank: PixProvider): Promise<boolean> {
  return (await limits.peek('bankPause', bank.accountId)) !== null;
}

/** A longest pause keeps payments noticed in the promised time. */
export function bankPauseMs(reading: ChargeReading): number {
  return reading.outcome === 'unavailable' ? Math.min(reading.retryAfterMs ?? 0, LONGEST_REST_MS) : 0;
}

const LONGEST_REST_MS = 9 * MINUTE_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;
