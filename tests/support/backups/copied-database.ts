import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDatabase, type OpenSqlite, openSqlite } from '#db/client.ts';
import { openJournal } from '#db/engines/journal.ts';
import { readSettings } from '#src/config.ts';
import type { CopyPlan, CopyTrialPlan } from '#src/domain/backups/copy-keeper.ts';
import { type CopierParts, openCopier } from '#src/server/copy/copier.ts';
import { workOnCopy } from '#src/server/copy/copy-job.ts';
import { findCopyKey } from '#src/server/copy/copy-key.ts';
import { tryCopyOut } from '#src/server/copy/try-copy.ts';

/** A database with a continuous copy whose slow work is done in this process; it begins as `from` is. */
export async function openCopiedDatabase(bounds: CopierParts['bounds'] = {}, from?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'copied-'));
  const file = join(folder, 'store.sqlite');
  const settings = readSettings({
    DATABASE_URL: `file:${file}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
  });
  await mkdir(settings.UPLOADS_DIR, { recursive: true });
  if (from) await copyDatabase(from, file);
  let now = Date.parse('2026-11-26T12:00:00Z');
  let database: OpenSqlite;
  let copier: ReturnType<typeof openCopier>;
  let jobs: Promise<unknown>[] = [];

  const open = () => {
    database = openSqlite(settings.DATABASE_URL);
    database.sqlite.exec('CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
    database.sqlite.exec('CREATE TABLE IF NOT EXISTS kysely_migration (name TEXT)');
    database.sqlite.exec('CREATE TABLE IF NOT EXISTS secrets (name TEXT, hash TEXT)');
    for (const table of ['products', 'customers', 'purchases', 'activationKeys']) {
      database.sqlite.exec(`CREATE TABLE IF NOT EXISTS "${table}" (id TEXT, "erasedAt" TEXT)`);
    }
    copier = openCopier({
      journal: openJournal(database, file),
      clock: { now: () => new Date(now) },
      work: {
        findKey: findCopyKey,
        run(job, stopping) {
          const done = workOnCopy(settings, job).then((made) => {
            stopping.throwIfAborted();
            return made;
          });
          jobs.push(done.catch(() => undefined));
          return done;
        },
        listFiles: async () => [],
      },
      bounds,
    });
  };
  open();
  return {
    file,
    folder,
    uploads: settings.UPLOADS_DIR,
    plan: { folder: join(folder, 'backups'), bucket: null, passphrase: null, withKeyFile: false } satisfies CopyPlan,
    clock: { now: () => new Date(now) },
    state: () => copier.state(),
    get continuousCopy() {
      const tryOut = (plan: CopyTrialPlan) => tryCopyOut(settings, plan);
      return { everyMs: 8_000, tryOut, ...copier };
    },
    sqlite: () => database.sqlite,
    write(text: string, times = 1) {
      for (let at = 0; at < times; at += 1) {
        database.sqlite.prepare('INSERT INTO notes (text) VALUES (?)').run(text);
      }
    },
    count: () => database.sqlite.prepare<[], number>('SELECT count(*) FROM notes').pluck().get() ?? 0,
    async follow(plan: CopyPlan | null, seconds = 8) {
      now += seconds * 1_000;
      await copier.follow(plan);
      await Promise.all(jobs);
      jobs = [];
    },
    async stop() {
      await copier.close();
      await database.close();
    },
    /** As a kill does: nothing more is sent. */
    async kill() {
      await database.close();
    },
    open,
    async remove() {
      await database.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
