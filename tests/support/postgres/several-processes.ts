import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Store, startStoreProcess } from '../store/store.ts';
import { layDemoStore } from '../store/store-template.ts';
import { openFront } from './front.ts';

export type SeveralProcesses = {
  /** Visitors see a proxy that sends each request to the next process. */
  front: Store;
  processes: Store[];
  stop(): Promise<void>;
};

/** All start at once on one folder, and on the given PostgreSQL database, or on one that has had its first start. */
export async function startSeveral(
  count: number,
  environment: Record<string, string> = {},
  ownEnvironments: Record<string, string>[] = [],
): Promise<SeveralProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const database = environment['DATABASE_URL'] ? undefined : await layDemoStore(folder);
  const shared = {
    ...(database && { DATABASE_URL: database.url }),
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    TRUST_PROXY: '1',
    ...environment,
  };
  const processes = await Promise.all(
    Array.from({ length: count }, (_, at) => startStoreProcess({ ...shared, ...ownEnvironments[at] })),
  );
  const [first] = processes;
  if (!first) throw new Error('At least one process is needed.');
  const front = await openFront(processes.map(({ url }) => url));
  return {
    front: { ...first, url: front.url },
    processes,
    async stop() {
      await front.close();
      try {
        for (const store of processes) await store.stop();
      } finally {
        await database?.remove();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
