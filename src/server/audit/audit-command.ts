import { existsSync } from 'node:fs';
import { besideStore, databasePath, isFileUrl } from '#db/client.ts';
import { findSeal } from '#db/queries/audit/audit.ts';
import { trailKeyOf } from '#db/queries/audit/seals.ts';
import type { Queryable } from '#db/tables.ts';
import { acceptTrail, readTrailKey, shortSeal } from '#src/domain/audit/seal-trail.ts';
import { checkTrail } from '#src/domain/audit/watch-trail.ts';
import { COMMAND } from '#src/wire/audit/audit.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { isTrailWhole, trailSentences } from '#src/wire/upkeep/trail-check.ts';
import { exitWith } from '../commands/exit-with.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { openEncryption, type SecretPlace } from '../shop/open-encryption.ts';

export async function runAuditVerify(): Promise<void> {
  try {
    makeFilesPrivately();
    const print = (sentence: string) => void process.stdout.write(`${sentence}\n`);
    process.exitCode = (await obeyAudit(process.argv.slice(2), readOwnSettings(), print)) ? 0 : 1;
  } catch (error) {
    exitWith(error);
  }
}

/** All that the command does, apart from its process; returns whether the trail is whole. */
export async function obeyAudit(
  words: string[],
  settings: SecretPlace,
  print: (sentence: string) => void,
): Promise<boolean> {
  const { isAccepting, kept } = readArguments(words);
  const { DATABASE_URL } = settings;
  const file = isFileUrl(DATABASE_URL) ? databasePath(DATABASE_URL) : undefined;
  if (file && !existsSync(file)) throw settingsError(`Não há banco de dados em ${file}.`);
  const encryption = openEncryption(settings);
  const clock = { now: () => new Date() };
  return besideStore(DATABASE_URL, async (db) => {
    await readTrailKey({ db, encryption });
    const isKeyNew = isAccepting && trailKeyOf(db) === null;
    if (isAccepting) await acceptTrail({ db, encryption, clock });
    if (isKeyNew) print('A trilha tem uma chave nova. Reinicie a loja, que só então a usa.');
    const check = await checkTrail(db, clock.now(), COMMAND);
    for (const sentence of trailSentences(check)) print(`✗ ${sentence}`);
    if (isTrailWhole(check)) print(`✓ A trilha está inteira: ${check.entries.toLocaleString('pt-BR')} entradas.`);
    if (check.last) print(`Último selo: ${check.last.id}:${check.last.seal}`);
    return (!kept || (await isKept(db, kept, print))) && isTrailWhole(check);
  });
}

async function isKept(db: Queryable, { id, seal }: Kept, print: (sentence: string) => void): Promise<boolean> {
  const found = (await findSeal(db, id))?.seal ?? '';
  const isSame = shortSeal(found) === seal;
  print(isSame ? `✓ A entrada ${id} tem o selo guardado.` : `✗ A entrada ${id} não tem o selo guardado.`);
  return isSame;
}

type Kept = { id: number; seal: string };

function readArguments(words: string[]): { isAccepting: boolean; kept: Kept | null } {
  const [word, ...others] = words;
  const [, id, seal] = /^(\d{1,15}):(\d+:[0-9a-f]{32})$/.exec(word ?? '') ?? [];
  const isAccepting = word === '--accept';
  if (others.length > 0 || (word && !seal && !isAccepting))
    throw settingsError(
      'Use: npm run audit:verify, npm run audit:verify -- NÚMERO:SELO ou npm run audit:verify -- --accept.',
    );
  return { isAccepting, kept: seal ? { id: Number(id), seal } : null };
}
