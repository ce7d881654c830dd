/** Keeps amounts of money on one line. */
export function unbroken(text: string): string {
  return text.replaceAll('R$ ', 'R$\u00a0');
}
