import { type Kysely, sql } from 'kysely';

/**
 * The words that are searched for are kept as the search compares them: small letters without accents. So a row can be asked
 * by itself whether it contains a text, and says what the index says. A key is found by its buyer, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

/** A text as the words are kept, letter for letter. */
export function plain(text: string): string {
  return [...text].map((letter) => PLAIN_LETTERS.get(letter) ?? letter).join('');
}

/** The same in SQL. Most texts have no letter beyond ASCII, and are spared the long way. */
function plainly(text: string): string {
  const beyondAscii = [...PLAIN_LETTERS].filter(([letter]) => letter > '\x7f');
  const replaced = beyondAscii.reduce((rest, [letter, base]) => `replace(${rest}, '${letter}', '${base}')`, text);
  return `lower(CASE WHEN ${text} GLOB '*[^' || char(1) || '-' || char(127) || ']*' THEN ${replaced} ELSE ${text} END)`;
}

/** ASCII, Latin-1 and Latin Extended-A. What is written in other scripts is searched for as it stands. */
const PLAIN_LETTERS = new Map(
  Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code))
    .map((letter) => [letter, letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()] as const)
    .filter(([letter, base]) => letter !== base),
);

/** The words of one kind of row. `composed` puts them together; they change with any of the `columns`. */
const searchable = (kind: string, table: string, columns: string[], composed: (row: string) => string) => `
DROP TRIGGER "${kind}WordsAdded";;
DROP TRIGGER "${kind}WordsRemoved";;
DROP TRIGGER "${kind}WordsChanged";;
DROP TRIGGER "${kind}BecomesSearchable";;
DROP TRIGGER "${kind}ChangesWords";;
DROP TABLE "${kind}Search";;
${rewritten(kind, table, composed)};;
CREATE VIRTUAL TABLE "${kind}Search" USING fts5 (words, content = '${kind}Words', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');;
INSERT INTO "${kind}Search" ("${kind}Search", rank) VALUES ('secure-delete', 1);;
INSERT INTO "${kind}Search" ("${kind}Search") VALUES ('rebuild');;
CREATE TRIGGER "${kind}WordsAdded" AFTER INSERT ON "${kind}Words" BEGIN
  INSERT INTO "${kind}Search" (rowid, words) VALUES (NEW.number, NEW.words);
END;;
CREATE TRIGGER "${kind}WordsRemoved" AFTER DELETE ON "${kind}Words" BEGIN
  INSERT INTO "${kind}Search" ("${kind}Search", rowid, words) VALUES ('delete', OLD.number, OLD.words);
END;;
CREATE TRIGGER "${kind}WordsChanged" AFTER UPDATE OF words ON "${kind}Words" BEGIN
  INSERT INTO "${kind}Search" ("${kind}Search", rowid, words) VALUES ('delete', OLD.number, OLD.words);
  INSERT INTO "${kind}Search" (rowid, words) VALUES (NEW.number, NEW.words);
END;;
CREATE TRIGGER "${kind}BecomesSearchable" AFTER INSERT ON "${table}" BEGIN
  INSERT INTO "${kind}Words" (id, words) SELECT NEW.id, ${plainly('words')} FROM (SELECT ${composed('NEW')} AS words);
END;;
CREATE TRIGGER "${kind}ChangesWords" AFTER UPDATE OF ${columns.map((column) => `"${column}"`).join(', ')} ON "${table}" BEGIN
  ${rewritten(kind, table, composed)} WHERE id = NEW.id;
END;;`;

const rewritten = (kind: string, table: string, composed: (row: string) => string) => `
  UPDATE "${kind}Words" SET words = (SELECT ${plainly('words')} FROM (
    SELECT ${composed('source')} AS words FROM "${table}" AS source WHERE source.id = "${kind}Words".id))`;

const joined = (columns: string[]) => (row: string) =>
  columns.map((column) => `coalesce(${row}."${column}", '')`).join(` || char(10) || `);
const PERSON = ['name', 'email'];
const PURCHASE = ['id', 'transactionId', 'customerName', 'customerEmail', 'productName'];
const BUYER = ['customerName', 'customerEmail'];

const keyAndBuyer = (row: string) => `${row}.key || coalesce(
  (SELECT char(10) || ${joined(BUYER)('buyer')} FROM purchases AS buyer WHERE buyer.id = ${row}."purchaseId"), '')`;

const SCHEMA = `
${searchable('customer', 'customers', PERSON, joined(PERSON))}
${searchable('purchase', 'purchases', PURCHASE, joined(PURCHASE))}
${searchable('key', 'activationKeys', ['key', 'purchaseId'], keyAndBuyer)}
CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE OF "customerName", "customerEmail" ON purchases BEGIN
  ${rewritten('key', 'activationKeys', keyAndBuyer)} WHERE id IN (SELECT id FROM "activationKeys" WHERE "purchaseId" = NEW.id);
END`;
