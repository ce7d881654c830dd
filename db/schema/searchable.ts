import { plainly } from './plain-text.ts';

/** Keeps the words of each row as the search index has them; they change with any of the `columns`. */
export const searchable = (kind: string, table: string, columns: string[], composed: (row: string) => string) => `
CREATE TABLE "${kind}Words" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL) STRICT;;
CREATE VIRTUAL TABLE "${kind}Search" USING fts5 (words, content = '${kind}Words', content_rowid = 'number', tokenize = 'trigram case_sensitive 1');;
INSERT INTO "${kind}Search" ("${kind}Search", rank) VALUES ('secure-delete', 1);;
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
  INSERT INTO "${kind}Words" (id, words) VALUES (NEW.id, ${plainly(composed('NEW'))});
END;;
CREATE TRIGGER "${kind}ChangesWords" AFTER UPDATE OF ${columns.map((column) => `"${column}"`).join(', ')} ON "${table}" BEGIN
  UPDATE "${kind}Words" SET words = ${plainly(composed('NEW'))} WHERE id = NEW.id;
END;;
CREATE TRIGGER "${kind}LosesWords" AFTER DELETE ON "${table}" BEGIN
  DELETE FROM "${kind}Words" WHERE id = OLD.id;
END;;
INSERT INTO "${kind}Words" (id, words) SELECT id, ${plainly(composed(`"${table}"`))} FROM "${table}"`;

export const joined = (columns: string[]) => (row: string) =>
  columns.map((column) => `coalesce(${row}."${column}", '')`).join(` || char(10) || `);
