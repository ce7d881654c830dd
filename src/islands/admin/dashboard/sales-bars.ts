/** `vendas` are in reais; `isNow` marks what is not over yet. */
export type Bar = { name: string; vendas: number; isNow: boolean };

/** Labels in thousands fit above their bars. */
function areThousands(bars: readonly Bar[]): boolean {
  return bars.some(({ vendas }) => vendas >= 1_000);
}

/** Names what the numbers above the bars and beside the axis count. */
export function unitOf(bars: readonly Bar[]): string {
  return areThousands(bars) ? 'em mil reais' : 'em reais';
}

/** Narrow bars have no value above them, and only some names below; the tooltip and the table have all of them to the centavo. */
export function labelsOf(bars: readonly Bar[], isWide: boolean) {
  const isLabeled = bars.length <= (isWide ? MOST_LABELED_WHERE_WIDE : MOST_LABELED);
  const isNamed = bars.length <= MOST_LABELED;
  const inThousands = areThousands(bars);
  const step = Math.ceil(bars.length / MOST_NAMED);
  const named = new Set(bars.filter((_, at) => isNamed || (bars.length - 1 - at) % step === 0).map(({ name }) => name));
  return {
    isLabeled,
    nameAt: (name: string) => (named.has(name) ? name : ''),
    /** The axis has it where the bars have no value of their own. */
    axisText: axis.format,
    valueText(reais: number): string {
      if (reais === 0) return '';
      return inThousands ? thousands.format(reais / 1_000) : Math.round(reais).toLocaleString('pt-BR');
    },
  };
}

const MOST_LABELED = 12;
const MOST_LABELED_WHERE_WIDE = 31;
const MOST_NAMED = 6;
const axis = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', notation: 'compact' });
const thousands = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
