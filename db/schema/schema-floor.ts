import { openCopy } from '../client.ts';

export type SchemaFloor = {
  /** The last step that this database has. */
  newest: string;
  /** The last step that code must know to open it. */
  floor: string;
};

/** The schema of a database in a file, which is not changed. */
export function readSchemaFloor(path: string): SchemaFloor {
  const copy = openCopy(path);
  try {
    const read = (statement: string) => copy.prepare<[], string>(statement).pluck().get();
    const newest = read('SELECT max(name) FROM kysely_migration') ?? '';
    const hasFloor = read("SELECT name FROM sqlite_master WHERE name = 'schemaFloor'") !== undefined;
    return { newest, floor: (hasFloor ? read('SELECT name FROM "schemaFloor"') : undefined) ?? newest };
  } finally {
    copy.close();
  }
}
