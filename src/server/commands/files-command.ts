import { existsSync } from 'node:fs';
import { besideStore, databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import { type Finding, findingsOf } from '#src/wire/upkeep/findings.ts';
import { compareSoldFiles } from '../backup/compare-sold-files.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { openSoldFileStore } from '../shop/open-file-store.ts';
import { exitWith } from './exit-with.ts';

export async function runFilesCheck(): Promise<void> {
  try {
    const isWithContent = process.argv.includes('--content');
    const print = (sentence: string) => void process.stdout.write(`${sentence}\n`);
    process.exitCode = (await checkFiles(readOwnSettings(), { isWithContent, print })) ? 0 : 1;
  } catch (error) {
    exitWith(error);
  }
}

type Check = { isWithContent: boolean; print(sentence: string): void };

/** All that the command does, apart from its process. */
export async function checkFiles(settings: Settings, how: Check): Promise<boolean> {
  const findings = [...(await checkPlace(settings, how)), ...(await checkSold(settings, how))];
  return findings.every(({ state }) => state !== 'wrong');
}

async function checkPlace({ bucket, UPLOADS_DIR, FILES_DIR }: Settings, { print }: Check): Promise<Finding[]> {
  if (!bucket) {
    print(`FILES_URL não foi informada: os arquivos ficam nas pastas ${UPLOADS_DIR} e ${FILES_DIR}.`);
    return [];
  }
  const { checkBucket } = await import('#src/gateways/files/bucket/check-bucket.ts');
  return report(await findingsOf(checkBucket(bucket)), print);
}

/** Compares what versions say of their files with what is stored; a new shop has no database yet. */
async function checkSold(settings: Settings, { isWithContent, print }: Check): Promise<Finding[]> {
  const { DATABASE_URL } = settings;
  if (isFileUrl(DATABASE_URL) && !existsSync(databasePath(DATABASE_URL))) {
    if (!settings.bucket) print('Ainda não há banco de dados: não há o que conferir.');
    return [];
  }
  return besideStore(DATABASE_URL, async (db) => {
    const store = await openSoldFileStore(settings);
    try {
      return report(await compareSoldFiles(db, store, { isWithContent }), print);
    } finally {
      await store.close();
    }
  });
}

function report(findings: Finding[], print: Check['print']): Finding[] {
  for (const { name, state, sentence } of findings) print(`${MARKS[state]} ${name}: ${sentence}`);
  return findings;
}

const MARKS: Record<Finding['state'], string> = { right: '✓', wrong: '✗', warning: '•' };
