/** `99,9` gives `R$ 99,9`, `1.234,50` gives `R$ 1234,50`, and a pasted `99.90` is not multiplied by ten. */
export function typedPrice(text: string): string {
  const [whole = '', ...decimals] = withComma(text)
    .replace(/[^\d,]/g, '')
    .split(',');
  if (whole === '' && decimals.join('') === '') return '';
  const comma = decimals.length > 0 ? ',' : '';
  return `R$ ${whole.replace(/^0+(?=\d)/, '') || '0'}${comma}${decimals.join('')}`;
}

/** A decimal point becomes a comma; thousands separators are dropped later. */
function withComma(text: string): string {
  return /^[^\d,.]*\d+\.\d{1,2}\s*$/.test(text) ? text.replace('.', ',') : text;
}
