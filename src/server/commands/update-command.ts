import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { backUpByCommand } from '../backup/back-up-by-command.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { makeFilesPrivately } from '../private-files.ts';
import { inProject } from '../project-folder.ts';
import { updateStore } from '../update/update-store.ts';
import { exitWith } from './exit-with.ts';

export async function runUpdate(): Promise<void> {
  await obey().then(say, exitWith);
}

async function obey(): Promise<string> {
  makeFilesPrivately();
  const { source, ...words } = readArguments();
  const root = inProject('');
  expectFolderOfOurs(root);
  const settings = readOwnSettings();
  const backUp = async () => (await backUpByCommand(settings)).target;
  return updateStore({ root, source: resolve(source), settings, ...words, steadyMs: STEADY_MS, backUp, say });
}

/** An image has the build alone, and what root writes the store's user could not change again. */
function expectFolderOfOurs(root: string): void {
  if (!existsSync(inProject('package-lock.json'))) throw settingsError(A_CONTAINER);
  if (process.getuid && statSync(root).uid !== process.getuid()) throw settingsError(OTHERS_FOLDER);
}

const USAGE =
  'Use: npm run update -- PASTA ou ARQUIVO da versão nova (.tar.gz ou .zip) [--same-version] [--no-return] [--wait=SEGUNDOS].';
const A_CONTAINER =
  'Em um contêiner a loja se atualiza pela imagem: monte a da versão nova e suba o contêiner com ela, como diz Atualizar em docs/operations.md.';
const OTHERS_FOLDER =
  'A pasta da loja é de outro usuário. Rode como ele: sudo -u corte-final sh -c "cd /opt/corte-final/app && npm run update -- …"';
const WAIT_SECONDS = 180;
const STEADY_MS = 2 * SECOND_MS;

function readArguments() {
  const options = {
    'same-version': { type: 'boolean', default: false },
    'no-return': { type: 'boolean', default: false },
    wait: { type: 'string', default: String(WAIT_SECONDS) },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true, strict: false });
  const [source, ...others] = positionals;
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(options, name));
  const seconds = Number(values.wait);
  if (!source || others.length > 0 || unknown.length > 0 || !(seconds >= 1 && seconds <= 3600))
    throw settingsError(USAGE);
  return {
    source,
    maySameVersion: values['same-version'] === true,
    mayNotReturn: values['no-return'] === true,
    withinMs: seconds * SECOND_MS,
  };
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
