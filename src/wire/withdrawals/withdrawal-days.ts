import { dayOf, dayText, shiftDay, startOf } from '../basics/dates.ts';

/** The days count from the day after the receipt; the owner's from the day of the request. */
export const WITHDRAWAL_DAYS = 7;
const DECISION_DAYS = 5;

/** The last day in which a purchase received then may be given back. */
export function lastDayOfWithdrawal(receivedAt: string): string {
  return shiftDay(dayOf(new Date(receivedAt)), WITHDRAWAL_DAYS);
}

export function withdrawalOverText(lastDay: string): string {
  return `O prazo de ${WITHDRAWAL_DAYS} dias terminou em ${dayText(lastDay)}. Se o plugin não funciona, fale com o suporte: defeito não tem prazo de arrependimento.`;
}

export function lastDayOfDecision(requestedAt: string): string {
  return shiftDay(dayOf(new Date(requestedAt)), DECISION_DAYS);
}

export function isDayOver(day: string, now: Date): boolean {
  return now.getTime() >= startOf(shiftDay(day, 1)).getTime();
}
