import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';

/** A process that opens a database, says so, brings it to the newest schema and says that, for tests that end it in between. */
const database = openDatabase(`file:${process.argv[2]}`);
process.stdout.write('opened\n');
await migrate(database.db);
process.stdout.write('migrated\n');
await database.close();
