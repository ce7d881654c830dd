/** Updates are renewed from so many days before their end on. */
export const RENEWAL_OPENS_DAYS = 30;

export const RENEWAL_CLOSED =
  'Esta renovação não está aberta. Confira em Minhas compras até quando vão as suas atualizações.';

export function monthsText(months: number): string {
  return `${months} ${months === 1 ? 'mês' : 'meses'}`;
}

/** The item of an order: `Curva Log Pro: mais 12 meses de atualizações`. */
export function renewalName(product: string, months: number): string {
  return `${product}: mais ${monthsText(months)} de atualizações`;
}

/** Says `Mais 12 meses por R$ 49,90`. */
export function renewalLabel({ months, amount }: { months: number; amount: string }): string {
  return `Mais ${monthsText(months)} por ${amount}`;
}
