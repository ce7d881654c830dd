/** Keeps amounts of money on one line. */
export function noWrap(text: string): string {
  return text.replaceAll('R$ ', 'R$\u00a0');
}
