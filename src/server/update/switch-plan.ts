import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';

export type SwitchPlan = {
  phase: 'prepared' | 'going' | 'gone' | 'returning' | 'returned';
  from: string;
  to: string;
  /** How often the new release was started without having served. */
  starts: number;
  files: string[];
  /** Those of `files` that the former release has not. */
  added: string[];
  /** Those of the former release that the new one has not. */
  stale: string[];
  folders: string[];
};

/** Each is exchanged as a whole. */
const FOLDERS = ['node_modules', 'dist'];
const NO_SOURCES = [...FOLDERS, '.astro', '.git'];

export async function planSwitch(
  { root, next, settings }: { root: string; next: string; settings: Settings },
  versions: Pick<SwitchPlan, 'from' | 'to'>,
): Promise<SwitchPlan> {
  const files = (await listFiles(next, '', NO_SOURCES)).toSorted();
  const kept = new Set(files);
  const isData = dataOf(root, settings);
  const rooms = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''));
  const here = await Promise.all([...rooms].map((room) => listFiles(root, `${room}/`, [])));
  return {
    ...versions,
    phase: 'prepared',
    starts: 0,
    files,
    added: files.filter((path) => !existsSync(join(root, path))),
    stale: here.flat().filter((path) => !kept.has(path) && !isData(path)),
    folders: FOLDERS,
  };
}

/** What a store writes beside the sources, as it does below `db` unless its settings say otherwise. */
function dataOf(root: string, { DATABASE_URL, UPLOADS_DIR, FILES_DIR, MAIL_DIR, backupsFolder }: Settings) {
  const database = isFileUrl(DATABASE_URL) ? databasePath(DATABASE_URL) : null;
  const folders = [UPLOADS_DIR, FILES_DIR, MAIL_DIR, backupsFolder].map((folder) => resolve(root, folder));
  return (path: string) => {
    const place = join(root, path);
    return (
      (database !== null && place.startsWith(database)) ||
      /^db\/(?:outbox\/|[^/]*(?:\.sqlite|\.lock|\.eml|\.key))/.test(path) ||
      folders.some((folder) => place.startsWith(folder + sep))
    );
  };
}

async function listFiles(root: string, folder: string, left: string[]): Promise<string[]> {
  if (!existsSync(join(root, folder))) return [];
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries
    .filter(({ name }) => !left.includes(name))
    .map(async (entry) =>
      entry.isDirectory() ? listFiles(root, `${folder}${entry.name}/`, []) : [`${folder}${entry.name}`],
    );
  return (await Promise.all(lists)).flat();
}
