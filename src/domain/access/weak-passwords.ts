import { ACCOUNT_TEXTS } from '#src/wire/access/own-account.ts';
import { fold } from '#src/wire/basics/words.ts';
import { invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { isCommonPassword } from './factors/common-passwords.ts';

type Names = Pick<Shop['settings'], 'storeName' | 'siteUrl'>;
type Person = { name: string; email: string };

/**
 * For a new password, of which the schema has judged the length: whoever guesses begins with those of everybody, and with the
 * names of the shop and of the person, and a year behind them.
 */
export function refuseWeakPassword({ storeName, siteUrl }: Names, { name, email }: Person, password: string): void {
  if (isCommonPassword(password)) throw invalid('password', ACCOUNT_TEXTS.commonPassword);
  const words = [name, storeName, new URL(siteUrl).hostname, ...email.split('@'), ...SHOP_WORDS]
    .flatMap((text) => [text, ...text.split(/[\s.]+/)])
    .map(lettersOf)
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lettersOf(password));
  if (rest.length < LEAST_LETTERS && lettersOf(password) !== rest) throw invalid('password', ACCOUNT_TEXTS.ownWords);
}

const SHOP_WORDS = ['loja', 'admin', 'administrador', 'senha', 'painel', 'plugin'];
const SHORTEST_WORD = 4;
const LEAST_LETTERS = 4;

function lettersOf(text: string): string {
  return fold(text).replace(/[^a-z]+/g, '');
}
