import { drawLetters, LETTERS, readLetters } from '../ids.ts';

/** A key (`CORTE-7K3QX-9MZ4T-R8P2W-6HDNC`) has 95 random bits, and 5 that find a mistyped or misplaced character. */
export function generateKey(prefix: string): string {
  const drawn = drawLetters(RANDOM_SYMBOLS);
  const text = `${drawn}${LETTERS[checkOf(symbolsOf(drawn))]}`;
  return [prefix, ...(text.match(/.{5}/g) ?? [])].join('-');
}

/** The made keys that somebody may have meant, none where it cannot be one: I and L look alike in a prefix. */
export function readGeneratedKey(typed: string): string[] {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  const [, prefix = '', body = ''] = /^([A-Z01]{2,6})([0-9A-Z]{20})$/.exec(plain) ?? [];
  const text = readLetters(body);
  const symbols = symbolsOf(text);
  if (text === '' || symbols.includes(-1)) return [];
  if (checkOf(symbols.slice(0, RANDOM_SYMBOLS)) !== symbols[RANDOM_SYMBOLS]) return [];
  return spellings(prefix).map((spelled) => [spelled, ...(text.match(/.{5}/g) ?? [])].join('-'));
}

const RANDOM_SYMBOLS = 19;

function symbolsOf(text: string): number[] {
  return [...text].map((letter) => LETTERS.indexOf(letter));
}

/** A polynomial over the field of 32 elements: each place has its own factor, so no two errors in neighbors cancel out. */
function checkOf(symbols: readonly number[]): number {
  return symbols.reduce((sum, symbol) => double(sum ^ symbol), 0);
}

function double(element: number): number {
  return (element << 1) ^ (element & 16 ? 0b100101 : 0);
}

function spellings(prefix: string): string[] {
  return [...prefix].reduce(
    (begun, letter) => begun.flatMap((start) => [...(LOOKALIKES[letter] ?? letter)].map((each) => start + each)),
    [''],
  );
}

const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'O', '1': 'IL', I: 'IL', L: 'LI' };
