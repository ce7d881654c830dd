import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { makeCluster } from './support/postgres/postgres.ts';
import { describeSchema, SCHEMA_FILES } from './support/present-schema.ts';

const folder = await mkdtemp(join(tmpdir(), 'schema-'));
const cluster = await makeCluster();
try {
  await cluster.start();
  await writeSchema(`file:${join(folder, 'store.sqlite')}`, SCHEMA_FILES.sqlite);
  await writeSchema(cluster.url, SCHEMA_FILES.postgres);
} finally {
  await cluster.remove();
  await rm(folder, { recursive: true, force: true });
}

async function writeSchema(url: string, file: string): Promise<void> {
  const { db, close } = await openDatabase(url);
  try {
    await migrate(db);
    await writeFile(file, await describeSchema(db));
  } finally {
    await close();
  }
}
