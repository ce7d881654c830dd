import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { Demo } from '#src/domain/installation/demo-shop.ts';
import type { Change } from '#src/domain/upkeep/reopening.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';

/** Beside the demo's database, and named after it: that the owner has opened a shop of their own, and where it is. */
const ENDING = '.loja';
const FOLDER = 'loja';

const Choice = z.object({
  folder: z.string().min(1),
  link: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), expiresAt: z.iso.datetime() }),
});

/** The shop that was opened beside the demo has all its places apart from it, and its owner makes the account in the browser. */
export function followRealShop(settings: Settings): Settings {
  if (!isFileUrl(settings.DATABASE_URL)) return settings;
  const demo = databasePath(settings.DATABASE_URL);
  const choice = readChoice(demo + ENDING);
  if (!choice) return settings;
  const place = (name: string) => join(resolve(dirname(demo), choice.folder), name);
  return {
    ...settings,
    DATABASE_URL: `file:${place('store.sqlite')}`,
    UPLOADS_DIR: place('uploads'),
    FILES_DIR: place('files'),
    MAIL_DIR: place('outbox'),
    backupsFolder: settings.BACKUPS_DIR ? join(settings.BACKUPS_DIR, FOLDER) : place('backups'),
    DEMO_DATA: false,
    ADMIN_PASSWORD: undefined,
    handedLink: choice.link,
    demoPlace: demo,
  };
}

function readChoice(file: string): z.infer<typeof Choice> | null {
  if (!existsSync(file)) return null;
  try {
    return Choice.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw settingsError(
      `${file} diz onde está a sua loja, e não pode ser lido. Traga-o de um backup do servidor.`,
      error,
    );
  }
}

/** What the desk of the demo offers; files of a bucket have one place, and other databases none beside. */
export function openDemo(settings: Settings, isDemo: boolean): Demo | null {
  if (!isDemo) return null;
  if (!isFileUrl(settings.DATABASE_URL) || settings.bucket) return { isBySettings: true };
  const database = databasePath(settings.DATABASE_URL);
  const place = placeBeside(database);
  return {
    isBySettings: false,
    place: database,
    realPlace: place,
    async choose(link) {
      await mkdir(place, { recursive: true, mode: 0o700 });
      return writeChoice(database + ENDING, { folder: relative(dirname(database), place), link });
    },
  };
}

/** The folder of the sources is no place for what a store writes. */
function placeBeside(database: string): string {
  const folder = dirname(database);
  return join(folder === resolve('db') ? dirname(folder) : folder, FOLDER);
}

async function writeChoice(file: string, choice: z.infer<typeof Choice>): Promise<Change> {
  const unfinished = await open(`${file}.new`, 'w', 0o600);
  try {
    await unfinished.writeFile(JSON.stringify(choice));
    await unfinished.sync();
  } finally {
    await unfinished.close();
  }
  await rename(`${file}.new`, file);
  return { undo: () => rm(file), keep: async () => undefined };
}
