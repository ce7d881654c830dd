/** Writes `12,5%`, always with one decimal. */
export function formatPercent(percent: number): string {
  return tenths.format(percent / 100);
}

const tenths = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
