import { dayOf, formatDay, startOf } from '../basics/dates.ts';
import { DAY_MS } from '../basics/durations.ts';
import type { KeyMachines, Machine } from './machines.ts';

/** Writes `visto há 3 dias`, by the days of São Paulo. */
export function seenText(lastSeenAt: string, now: Date): string {
  const days = Math.round((startOf(dayOf(now)).getTime() - startOf(dayOf(new Date(lastSeenAt))).getTime()) / DAY_MS);
  if (days <= 0) return 'visto hoje';
  if (days === 1) return 'visto ontem';
  if (days < 60) return `visto há ${days} dias`;
  if (days < 730) return `visto há ${Math.floor(days / 30.4)} meses`;
  return `visto há ${Math.floor(days / 365.25)} anos`;
}

/** `facts` are what the computer said of itself. */
export function machineText(
  { lastSeenAt, releasedAt, offlineUntil }: Machine,
  facts: (string | null)[],
  now: Date | null,
): string {
  if (releasedAt && offlineUntil) {
    return `Liberado · o lugar volta em ${formatDay(offlineUntil)}, quando termina a licença sem internet`;
  }
  return [...facts, now && seenText(lastSeenAt, now)].filter(Boolean).join(' · ');
}

/** A buyer reads it before the release. */
export function releaseText({ offlineUntil }: Machine, { limit, offlineDays }: KeyMachines): string {
  if (!offlineUntil) return `O plugin para de funcionar nele ${stopsText(offlineDays)}`;
  const place = limit === null ? '' : ' O lugar volta nesse dia.';
  return `A licença sem internet dele vale até ${formatDay(offlineUntil)} e não será renovada.${place}`;
}

export function stopsText(offlineDays: number): string {
  return `na próxima verificação, em até ${offlineDays} dias se estiver sem internet.`;
}
