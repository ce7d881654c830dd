import { formatCents } from '#src/wire/money.ts';

/** Reais, as they come over the wire, as `R$ 1.234,50`. */
export function formatReais(reais: number): string {
  return formatCents(Math.round(reais * 100));
}

/** `12,5%`, always with one decimal. */
export function formatPercent(percent: number): string {
  return tenths.format(percent / 100);
}

/** `1 venda`, `1.234 vendas`. */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
}

const tenths = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
