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

/** SQLite before 3.46 nests at most 28 calls and takes a deeper schema for a broken file. */
const STEPS = [PLAIN_LETTERS.slice(0, 23), PLAIN_LETTERS.slice(23)];
const SMALL_STEPS = [PLAIN_LETTERS.slice(0, 15), PLAIN_LETTERS.slice(15, 30), PLAIN_LETTERS.slice(30)];

export function plain(text: string): string {
  const letters = new Map(PLAIN_LETTERS);
  return text
    .replace(/[^\x00-\x7f]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Most texts have no letter of two bytes, which their lengths tell sooner than the replacements. */
export function plainly(expression: string): string {
  const replaced = SMALL_STEPS.reduce(
    (inner, letters) => `SELECT ${replacing('text', letters)} AS text FROM (${inner})`,
    'SELECT lowered AS text',
  );
  const isAccented = 'length(lowered) <> length(CAST(lowered AS BLOB))';
  return `(SELECT CASE WHEN ${isAccented} THEN (${replaced}) ELSE lowered END FROM (SELECT lower(${expression}) AS lowered))`;
}

export function plainlyInPostgres(expression: string): string {
  const [letters, bases] = [0, 1].map((side) => PLAIN_LETTERS.map((pair) => pair[side]).join(''));
  return `translate(lower((${expression}) COLLATE "C"), '${letters}', '${bases}')`;
}

/** A generated column cannot hold a subquery, so each step is a column. */
export function addPlainColumn(table: string, name: string, expression: string): string {
  const [first = [], second = []] = STEPS;
  return `
ALTER TABLE ${table} ADD COLUMN "${name}HalfPlain" TEXT GENERATED ALWAYS AS (${replacing(`lower(${expression})`, first)}) VIRTUAL;;
ALTER TABLE ${table} ADD COLUMN "${name}" TEXT GENERATED ALWAYS AS (${replacing(`"${name}HalfPlain"`, second)}) VIRTUAL;;`;
}

/** The columns of `addPlainColumn` with their texts in the rows, and without the steps where no letter has an accent. */
export function storePlainColumns(definition: string): string {
  let guard = '';
  return definition.replace(PLAIN_COLUMN, (_column, name: string, isHalf: string | undefined, steps: string) => {
    const [, text] = /lower\((.+?)\), '/.exec(steps) ?? [];
    if (text !== undefined) guard = `CASE WHEN ${text} GLOB '*[^ -~]*' THEN % ELSE lower(${text}) END`;
    const value = isHalf ? guard.replace(/ ELSE .+ END/, ' END') : guard;
    return `"${name}" TEXT GENERATED ALWAYS AS (${value.replace('%', () => steps)}) STORED`;
  });
}

const PLAIN_COLUMN = /"(\w+?(HalfPlain)?)" TEXT GENERATED ALWAYS AS \((replace\(.*?)\) VIRTUAL/g;

function replacing(text: string, letters: readonly (readonly [string, string])[]): string {
  return letters.reduce((inner, [letter, base]) => `replace(${inner}, '${letter}', '${base}')`, text);
}
