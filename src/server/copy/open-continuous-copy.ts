import { databasePath, type OpenDatabase } from '#db/client.ts';
import { openJournal } from '#db/engines/journal.ts';
import type { Settings } from '#src/config.ts';
import type { ContinuousCopy } from '#src/domain/backups/copy-keeper.ts';
import type { Clock } from '#src/domain/shop.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { forkJob } from '../backup/job-process.ts';
import { withStoredUploads } from '../backup/stored-uploads.ts';
import { openCopier } from './copier.ts';
import type { CopyAsked, CopyNews } from './copy-news.ts';
import type { CopyWork } from './copy-work.ts';

/** It is opened with the database, before anything is written. */
export function openContinuousCopy(database: OpenDatabase, settings: Settings, clock: Clock): ContinuousCopy {
  const everyMs = settings.COPY_SECONDS * SECOND_MS;
  const { sqlite, betweenGroups } = database;
  if (!sqlite || !betweenGroups) {
    return { everyMs, follow: async () => {}, fail: () => {}, state: () => null, close: async () => {} };
  }
  const journal = openJournal({ sqlite, betweenGroups }, databasePath(settings.DATABASE_URL));
  return { everyMs, ...openCopier({ journal, clock, work: workOf(settings) }) };
}

/** What takes long has a process of its own, so that buyers do not wait. */
function workOf(settings: Settings): CopyWork {
  return {
    async findKey(place, passphrase) {
      const news = await ask({ kind: 'key', place, passphrase });
      if (news.kind === 'key') return news.key;
      throw ended();
    },
    async run(job, stopping) {
      const news = await ask({ kind: 'job', job }, stopping);
      if (news.kind === 'done') return news.done;
      throw ended();
    },
    listFiles: async () => (settings.bucket ? [] : withStoredUploads(settings, (uploads) => uploads.list())),
  };
}

async function ask(asked: CopyAsked, stopping?: AbortSignal): Promise<CopyNews> {
  let heard: CopyNews | undefined;
  await forkJob<CopyNews>(
    'src/server/copy/copy-job.mjs',
    asked,
    (news) => {
      heard = news;
    },
    stopping,
  );
  if (!heard) throw ended();
  if (heard.kind === 'failed') throw settingsError(heard.problem);
  return heard;
}

function ended(): Error {
  return settingsError('O processo da cópia contínua terminou antes do fim.');
}
