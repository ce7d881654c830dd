import { formatCents } from '#src/wire/money.ts';

/** `12,5%` */
export function percentText(percent: number): string {
  return `${percent.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}%`;
}

/** An amount of reais, as the calls send it: `R$ 17,09`. */
export function reaisText(reais: number): string {
  return formatCents(Math.round(reais * 100));
}
