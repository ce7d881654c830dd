/** An unpaid purchase may be paid for so long, unless the owner sets another time. */
export const USUAL_PAYMENT_MINUTES = 120;
/** Mercado Pago takes no shorter one. */
export const LEAST_PAYMENT_MINUTES = 30;
export const MOST_PAYMENT_MINUTES = 24 * 60;

/** Writes `2 horas`, `1 hora e 30 minutos`. */
export function paymentWindowText(minutes: number): string {
  const parts = [counted(Math.floor(minutes / 60), 'hora'), counted(minutes % 60, 'minuto')];
  return parts.filter((part) => part !== '').join(' e ');
}

function counted(count: number, unit: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
