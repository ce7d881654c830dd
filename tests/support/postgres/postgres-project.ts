import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES, makeCluster, type PostgresCluster } from './postgres.ts';
import { dropDatabasesOf, RUN } from './postgres-databases.ts';

/** Vitest's `globalSetup` of the project `postgres`: one server for all its files, or the one that TEST_DATABASE_URL names. */
export default async function openServer(): Promise<() => Promise<void>> {
  const cluster = process.env['TEST_DATABASE_URL'] ? undefined : await startCluster();
  const url = process.env['TEST_DATABASE_URL'] ?? cluster?.url ?? '';
  const run = {
    url,
    prefix: `loja_${randomBytes(4).toString('hex')}_`,
    folder: await mkdtemp(join(tmpdir(), 'stores-')),
  };
  process.env[RUN] = JSON.stringify(run);
  return async () => {
    if (!cluster) await dropDatabasesOf(run);
    await cluster?.remove();
    await rm(run.folder, { recursive: true, force: true });
  };
}

async function startCluster(): Promise<PostgresCluster> {
  // Databases come and go with each test, so none is swept meanwhile.
  const cluster = await makeCluster({ autovacuum_naptime: '30min' });
  const { files } = await cluster.copy(async () => undefined);
  process.env[FILES] = JSON.stringify(files);
  await cluster.start();
  return cluster;
}
