/** The pace of the sales is measured over so many days. */
export const PACE_DAYS = 14;
/** The owner is asked for keys when they end within so many days. */
export const SOON_DAYS = 7;

/** The pool lasts so many whole days at the pace of the last two weeks; null where nothing was sold. */
export function daysLeft(keysAvailable: number, soldLately: number): number | null {
  return soldLately === 0 ? null : Math.floor((keysAvailable * PACE_DAYS) / soldLately);
}

/** Writes `acabam em cerca de 9 dias`. */
export function endingText(days: number): string {
  if (days < 1) return 'acabam em menos de um dia';
  return days === 1 ? 'acabam em cerca de 1 dia' : `acabam em cerca de ${days.toLocaleString('pt-BR')} dias`;
}

/** Writes `Acabam em cerca de 9 dias`. */
export function forecastText(days: number): string {
  const text = endingText(days);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes `2,6 por dia`. */
export function paceText(soldLately: number): string {
  const pace = soldLately / PACE_DAYS;
  return `${pace.toLocaleString('pt-BR', { maximumFractionDigits: pace < 0.1 ? 2 : 1 })} por dia`;
}
