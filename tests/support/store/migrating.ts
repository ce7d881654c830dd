import { openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';

/** Prints before and after migrating, for tests that kill it in between. */
const database = openSqlite(`file:${process.argv[2]}`);
process.stdout.write('opened\n');
await migrate(database.db);
process.stdout.write('migrated\n');
await database.close();
