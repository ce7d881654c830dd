/** `vendas` in reais; `isNow` for what is not over yet. */
export type Bar = { name: string; vendas: number; isNow: boolean };

/** Labels in thousands fit above their bars. */
export function areThousands(bars: readonly Bar[]): boolean {
  return bars.some(({ vendas }) => vendas >= 1_000);
}
