/**
 * Texts as lists sort them and searches compare them: small letters without accents, so that "Ângela" stands between "Ana"
 * and "Bruno", and is found by "angela". The database does it by itself, whoever writes. Letters of other languages than
 * those around us stand as they are written, small where they are ASCII.
 */
const ACCENTED = {
  a: 'áàâãäÁÀÂÃÄ',
  e: 'éèêëÉÈÊË',
  i: 'íìîïÍÌÎÏ',
  o: 'óòôõöÓÒÔÕÖ',
  u: 'úùûüÚÙÛÜ',
  c: 'çÇ',
  n: 'ñÑ',
};

const PLAIN_LETTERS = Object.entries(ACCENTED).flatMap(([plain, letters]) =>
  [...letters].map((letter) => [letter, plain] as const),
);

/**
 * The letters in parts that SQL replaces step by step. A parser before SQLite 3.46, such as the one of Debian 12's `sqlite3`,
 * reads no more than 28 calls within each other, and takes a schema that has more for a broken file.
 */
const STEPS = [PLAIN_LETTERS.slice(0, 23), PLAIN_LETTERS.slice(23)];

/** The plain text of a text. */
export function plain(text: string): string {
  const letters = new Map(PLAIN_LETTERS);
  return text
    .replace(/[^\x00-\x7f]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The plain text of `expression` as a subquery, for triggers and statements. */
export function plainly(expression: string): string {
  const query = STEPS.reduce(
    (inner, letters) => `SELECT ${replacing('text', letters)} AS text FROM (${inner})`,
    `SELECT lower(${expression}) AS text`,
  );
  return `(${query})`;
}

/** A column of the plain text of `expression`, for lists to be sorted by. No subquery may stand there: the steps are columns. */
export function addPlainColumn(table: string, name: string, expression: string): string {
  const [first = [], second = []] = STEPS;
  return `
ALTER TABLE ${table} ADD COLUMN "${name}HalfPlain" TEXT GENERATED ALWAYS AS (${replacing(`lower(${expression})`, first)}) VIRTUAL;;
ALTER TABLE ${table} ADD COLUMN "${name}" TEXT GENERATED ALWAYS AS (${replacing(`"${name}HalfPlain"`, second)}) VIRTUAL;;`;
}

function replacing(text: string, letters: readonly (readonly [string, string])[]): string {
  return letters.reduce((inner, [letter, base]) => `replace(${inner}, '${letter}', '${base}')`, text);
}
