/** A CPF or CNPJ, the new one with letters too, whose two last digits are right; dots, slash and hyphen do not count. */
export function isTaxNumber(typed: string): boolean {
  const signs = typed.replace(/[\s./-]/g, '').toUpperCase();
  if (/^\d{11}$/.test(signs)) return isChecked(signs, 11);
  return /^[0-9A-Z]{12}\d{2}$/.test(signs) && isChecked(signs, 9);
}

/** The weights grow from 2 leftwards, and begin again after `most`. */
function isChecked(signs: string, most: number): boolean {
  if (new Set(signs).size === 1) return false;
  return [signs.length - 2, signs.length - 1].every(
    (end) => checkDigit(signs.slice(0, end), most) === Number(signs[end]),
  );
}

function checkDigit(signs: string, most: number): number {
  const values = [...signs].toReversed().map((sign) => sign.charCodeAt(0) - '0'.charCodeAt(0));
  const sum = values.reduce((total, value, place) => total + value * ((place % (most - 1)) + 2), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
