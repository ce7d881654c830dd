import type { Dialect } from './dialects.ts';
import type { Trigger } from './trigger.ts';

const PURCHASE = ['id', 'transactionId', 'customerName', 'customerEmail', 'productName'];
const BUYER = ['customerName', 'customerEmail'];

/** The words by which rows are found stand beside them; SQLite's index of words that it has taken in changes with them. */
export const SEARCH_TRIGGERS: Trigger[] = [
  ...searchable('customer', 'customers', ['name', 'email'], (write) => joined(write, 'NEW', ['name', 'email'])),
  ...searchable('product', 'products', ['name', 'description'], (write) =>
    joined(write, 'NEW', ['name', 'description']),
  ),
  ...searchable(
    'purchase',
    'purchases',
    PURCHASE,
    (write) => joined(write, 'NEW', PURCHASE),
    (write) => `${joined(write, 'NEW', PURCHASE)} || ${furtherNames(write)}`,
  ),
  ...searchable('key', 'activationKeys', ['key', 'itemId'], (write) => `NEW.key || ${buyerOfItem(write)}`),
  {
    name: 'itemAddsWords',
    table: 'purchaseItems',
    timing: 'AFTER',
    event: 'INSERT',
    condition: () => isFurther('NEW'),
    effect: (write) => [
      `UPDATE "purchaseWords" SET words = words || ${write.lineBreak} || ${write.plain(namesOfItem(write, 'NEW'))} WHERE id = NEW."purchaseId"`,
    ],
  },
  {
    name: 'buyerChangesWordsOfKey',
    table: 'purchases',
    timing: 'AFTER',
    event: 'UPDATE',
    columns: BUYER,
    condition: (write) => write.differ(BUYER),
    effect: (write) => [
      `UPDATE "keyWords"
    SET words = ${write.plain(`(SELECT sold.key FROM "activationKeys" AS sold WHERE sold.id = "keyWords".id) || ${write.lineBreak} || ${joined(write, 'NEW', BUYER)}`)}
    WHERE id IN (SELECT sold.id FROM "purchaseItems" AS item JOIN "activationKeys" AS sold ON sold."itemId" = item.id
      WHERE item."purchaseId" = NEW.id)`,
    ],
  },
];

type Compose = (write: Dialect) => string;

function searchable(
  kind: string,
  table: string,
  columns: string[],
  compose: Compose,
  composeAgain: Compose = compose,
): Trigger[] {
  const words = `"${kind}Words"`;
  return [
    {
      name: `${kind}BecomesSearchable`,
      table,
      timing: 'AFTER',
      event: 'INSERT',
      effect: (write) => [`INSERT INTO ${words} (id, words) VALUES (NEW.id, ${write.plain(compose(write))})`],
    },
    {
      name: `${kind}ChangesWords`,
      table,
      timing: 'AFTER',
      event: 'UPDATE',
      columns,
      condition: (write) => write.differ(columns),
      effect: (write) => [`UPDATE ${words} SET words = ${write.plain(composeAgain(write))} WHERE id = NEW.id`],
    },
    {
      name: `${kind}LosesWords`,
      table,
      timing: 'AFTER',
      event: 'DELETE',
      effect: () => [`DELETE FROM ${words} WHERE id = OLD.id`],
    },
    ...indexed(kind),
  ];
}

/** Words that were not indexed yet have nothing to remove (`db/queries/lists/full-text-search.ts`). */
function indexed(kind: string): Trigger[] {
  const index = `"${kind}Search"`;
  const isIndexed = `EXISTS (SELECT 1 FROM "${kind}Search_docsize" WHERE id = OLD.number)`;
  const remove = `INSERT INTO ${index} (${index}, rowid, words) VALUES ('delete', OLD.number, OLD.words)`;
  const ofWords = { table: `${kind}Words`, timing: 'AFTER', onlyOn: 'sqlite' } as const;
  return [
    {
      ...ofWords,
      name: `${kind}WordsRemoved`,
      event: 'DELETE',
      condition: () => isIndexed,
      effect: () => [remove],
    },
    {
      ...ofWords,
      name: `${kind}WordsChanged`,
      event: 'UPDATE',
      columns: ['words'],
      condition: () => `NEW.words <> OLD.words AND ${isIndexed}`,
      effect: () => [remove, `INSERT INTO ${index} (rowid, words) VALUES (NEW.number, NEW.words)`],
    },
  ];
}

function joined(write: Dialect, row: string, columns: string[]): string {
  return columns.map((column) => `coalesce(${row}."${column}", '')`).join(` || ${write.lineBreak} || `);
}

/** The name of the first item, or of its kit, is the purchase's own; a new purchase gets its items after its row. */
function furtherNames(write: Dialect): string {
  return `coalesce((SELECT ${write.joinRows}(${write.lineBreak} || ${namesOfItem(write, 'further')}, '')
    FROM (SELECT "productName", "kitName" FROM "purchaseItems"
      WHERE "purchaseId" = NEW.id AND (${isFurther('"purchaseItems"')}) ORDER BY position) AS further), '')`;
}

function isFurther(row: string): string {
  return `${row}.position > 0 OR ${row}."kitName" IS NOT NULL`;
}

function namesOfItem(write: Dialect, row: string): string {
  return `coalesce(${row}."kitName" || ${write.lineBreak}, '') || ${row}."productName"`;
}

function buyerOfItem(write: Dialect): string {
  return `coalesce((SELECT ${write.lineBreak} || ${joined(write, 'buyer', BUYER)}
    FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"), '')`;
}
