import { rm } from 'node:fs/promises';
import { databasePath, type OpenDatabase } from '#db/client.ts';
import { openJournal } from '#db/engines/journal.ts';
import type { Settings } from '#src/config.ts';
import type { ContinuousCopy, CopyTrialPlan, TriedCopy } from '#src/domain/backups/copy-keeper.ts';
import type { Clock } from '#src/domain/shop.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { forkJob } from '../backup/job-process.ts';
import { withStoredUploads } from '../backup/stored-uploads.ts';
import { openCopier } from './copier.ts';
import type { CopyAsked, CopyNews } from './copy-news.ts';
import type { CopyWork } from './copy-work.ts';
import { trialFolder } from './try-copy.ts';

/** It is opened with the database, before anything is written. */
export function openContinuousCopy(database: OpenDatabase, settings: Settings, clock: Clock): ContinuousCopy {
  const everyMs = settings.COPY_SECONDS * SECOND_MS;
  const { sqlite, betweenGroups, journalIndex } = database;
  if (!sqlite || !betweenGroups || !journalIndex) {
    return { ...NONE, everyMs };
  }
  const journal = openJournal({ sqlite, betweenGroups, journalIndex }, databasePath(settings.DATABASE_URL));
  return { everyMs, tryOut, ...openCopier({ journal, clock, work: workOf(settings) }) };
}

const NONE: Omit<ContinuousCopy, 'everyMs'> = {
  follow: async () => {},
  fail: () => {},
  tryOut: async () => ({ failed: 'A cópia contínua é do banco de dados em arquivo.' }),
  state: () => null,
  close: async () => {},
};

async function tryOut(plan: CopyTrialPlan, stopping: AbortSignal): Promise<TriedCopy | { failed: string }> {
  try {
    const news = await ask({ kind: 'trial', plan }, stopping);
    if (news.kind === 'tried') return news.tried;
    throw ended();
  } catch (error) {
    if (!isSettingsError(error)) throw error;
    return { failed: error.message };
  } finally {
    // The process may have been stopped before it could.
    await rm(trialFolder(plan), { recursive: true, force: true });
  }
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
    listFiles: async () => (settings.bucket ? [] : withStoredUploads(settings, (uploads) => uploads.list(() => {}))),
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
