import { clockText } from '../basics/dates.ts';
import { MINUTE_MS } from '../basics/durations.ts';

/** Writes `termina amanhã por volta das 9:00`. */
export function endText(endsAt: string, now: Date): string {
  const leftMs = Date.parse(endsAt) - now.getTime();
  if (leftMs < FEW_MS) return 'termina em poucos minutos';
  const rounded = new Date(Math.ceil(Date.parse(endsAt) / ROUNDED_MS) * ROUNDED_MS);
  return `termina ${clockText(rounded.toISOString(), now, true)}`;
}

const FEW_MS = 10 * MINUTE_MS;
const ROUNDED_MS = 10 * MINUTE_MS;
