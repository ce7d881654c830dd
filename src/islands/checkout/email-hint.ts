/** Suggests `ana@gmail.com` for `ana@gmial.com`; null when the address looks right. */
export function suggestEmail(typed: string): string | null {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!name || !domain || RIGHT.has(domain)) return null;
  const suggestion = KNOWN_SLIPS[domain] ?? nearest(domain);
  return suggestion ? `${name}@${suggestion}` : null;
}

const COMMON = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'outlook.com.br',
  'yahoo.com.br',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'globo.com',
];

/** These are real domains that look like typos of others. */
const RIGHT = new Set([
  ...COMMON,
  'aol.com',
  'email.com',
  'gmx.com',
  'hotmail.com.br',
  'ig.com.br',
  'live.com.br',
  'mail.com',
  'me.com',
  'msn.com',
  'proton.me',
  'protonmail.com',
  'ymail.com',
  'zoho.com',
]);

const KNOWN_SLIPS: Record<string, string> = { 'gmail.com.br': 'gmail.com', gmail: 'gmail.com', hotmail: 'hotmail.com' };

const MOST_SLIPS = 2;

function nearest(domain: string): string | null {
  const ranked = COMMON.map((common) => ({ common, slips: slipsBetween(domain, common) })).sort(
    (a, b) => a.slips - b.slips,
  );
  const best = ranked[0];
  // Two typos in a short domain make another domain.
  if (!best || best.slips > (best.common.length < 9 ? 1 : MOST_SLIPS)) return null;
  return best.common;
}

/** Computes the optimal string alignment distance. */
function slipsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(numbers: number[], index: number): number {
  return numbers[index] ?? Number.POSITIVE_INFINITY;
}
