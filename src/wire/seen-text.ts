import { dayOf, startOf } from './dates.ts';
import { DAY_MS } from './durations.ts';

/** `visto há 3 dias`, by the days of São Paulo. */
export function seenText(lastSeenAt: string, now: Date): string {
  const days = Math.round((startOf(dayOf(now)).getTime() - startOf(dayOf(new Date(lastSeenAt))).getTime()) / DAY_MS);
  if (days <= 0) return 'visto hoje';
  if (days === 1) return 'visto ontem';
  if (days < 60) return `visto há ${days} dias`;
  if (days < 730) return `visto há ${Math.floor(days / 30.4)} meses`;
  return `visto há ${Math.floor(days / 365.25)} anos`;
}
