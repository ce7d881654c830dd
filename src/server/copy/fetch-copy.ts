import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { prepareCopy } from '#db/backup/backup.ts';
import { applyJournal } from '#db/engines/journal.ts';
import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { DATABASE, type Entry, hashFile, isOfBackup, KEY_FILE, MANIFEST, writeFrom } from '../backup/backup-files.ts';
import { readIdentity } from './copy-key.ts';
import { comparePlaces, filesFolder, keyIdOf, type Piece, PLAIN, readPiece } from './copy-names.ts';
import { type CopyStore, openCopyStore, placeText } from './copy-store.ts';
import { decryptWith, openPiece, openStream, type PieceHeader } from './sealing.ts';

export type FetchedCopy = {
  /** The last change that it has was committed by then. */
  reachedAt: string;
  /** A later part is missing or damaged, so that what came after it is not there. */
  isCutShort: boolean;
};

/** Makes of the newest snapshot and what followed it the folder of a backup, which any restore takes. */
export async function fetchContinuousCopy(
  place: CopyPlace,
  folder: string,
  askPassphrase: () => Promise<string>,
  { withFiles }: { withFiles: boolean } = { withFiles: true },
): Promise<FetchedCopy> {
  const store = openCopyStore(place);
  try {
    const pieces = (await store.list()).flatMap(({ name }) => readPiece(name) ?? []);
    const snapshots = pieces
      .filter(({ kind }) => kind === 'snapshot')
      .toSorted(comparePlaces)
      .toReversed();
    if (snapshots.length === 0) throw settingsError(`Não há uma cópia contínua inteira em ${placeText(place)}.`);
    const identities = identitiesOf(store, askPassphrase);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const snapshot of snapshots) {
      const identity = await identities(keyIdOf(snapshot.generation));
      const following = pieces.filter(
        (piece) =>
          piece.kind === 'segment' && piece.generation === snapshot.generation && piece.index >= snapshot.index,
      );
      const assembled = await assemble(store, { snapshot, following, identity, path: join(folder, DATABASE) });
      if (!assembled) continue;
      const isFormer = snapshot !== snapshots[0];
      const { schema } = prepareCopy(join(folder, DATABASE));
      const keyId = keyIdOf(snapshot.generation);
      const entries = withFiles ? await fetchFiles(store, { keyId, identity, folder }) : [];
      await writeManifest(folder, { createdAt: assembled.reachedAt, schema, entries });
      return { ...assembled, isCutShort: assembled.isCutShort || isFormer };
    }
    throw settingsError('A cópia contínua não pode ser lida: nenhum dos seus começos está inteiro.');
  } finally {
    await store.close();
  }
}

function identitiesOf(store: CopyStore, askPassphrase: () => Promise<string>) {
  const known = new Map<string, string | null>([[PLAIN, null]]);
  return async (keyId: string): Promise<string | null> => {
    const identity = known.get(keyId);
    if (identity !== undefined) return identity;
    const read = await readIdentity(store, keyId, await askPassphrase());
    known.set(keyId, read);
    return read;
  };
}

type Assembly = { snapshot: Piece; following: Piece[]; identity: string | null; path: string };

/** Null where the snapshot itself is damaged. */
async function assemble(store: CopyStore, assembly: Assembly): Promise<FetchedCopy | null> {
  const { snapshot, following, identity, path } = assembly;
  const begun = await openSnapshot(store, { snapshot, identity, path });
  if (!begun) return null;
  let { at: reachedAt, sequence } = begun;
  for (let index = snapshot.index; ; index += 1) {
    const pieces = following
      .filter((piece) => piece.index === index)
      .toSorted((one, other) => one.offset - other.offset);
    const isLast = !following.some((piece) => piece.index > index);
    if (pieces.length === 0) return { reachedAt, isCutShort: !isLast };
    const journal = await writeJournal(store, { pieces, sequence, identity, path: `${path}-wal` });
    const applied = journal.ends.length === 0 ? 0 : applyJournal(path);
    reachedAt = journal.ends.findLast(({ end }) => end <= applied)?.at ?? reachedAt;
    const areRead = journal.ends.length === pieces.length;
    // A machine may be lost between two pieces of one transaction, which nothing follows.
    if (isLast) return { reachedAt, isCutShort: !areRead };
    if (!areRead || applied !== journal.ends.at(-1)?.end) return { reachedAt, isCutShort: true };
    sequence += pieces.length;
  }
}

async function openSnapshot(
  store: CopyStore,
  { snapshot, identity, path }: Pick<Assembly, 'snapshot' | 'identity' | 'path'>,
): Promise<PieceHeader | null> {
  try {
    for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true });
    const { header, body } = await openStream(await store.read(snapshot.name), identity);
    await writeFrom(body, path);
    return header;
  } catch {
    return null;
  }
}

type Journal = { pieces: Piece[]; sequence: number; identity: string | null; path: string };

/** Ends before the first piece that is missing, damaged, or of another place. */
async function writeJournal(store: CopyStore, { pieces, sequence, identity, path }: Journal) {
  const ends: { end: number; at: string }[] = [];
  let end = 0;
  async function* inOrder(): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < pieces.length; from += AT_ONCE) {
      const read = await Promise.all(
        pieces.slice(from, from + AT_ONCE).map((piece) => readWhole(store, piece, identity)),
      );
      for (const [at, whole] of read.entries()) {
        const piece = pieces[from + at];
        if (!whole || !piece || !isNext(whole.header, piece, { sequence: sequence + from + at, end })) return;
        end += whole.bytes.length;
        ends.push({ end, at: whole.header.at });
        yield whole.bytes;
      }
    }
  }
  await pipeline(inOrder, createWriteStream(path, { mode: 0o600 }));
  return { ends };
}

function isNext(header: PieceHeader, piece: Piece, expected: { sequence: number; end: number }): boolean {
  const isOfItsName = header.generation === piece.generation && header.index === piece.index;
  return isOfItsName && header.sequence === expected.sequence && piece.offset === expected.end;
}

async function readWhole(store: CopyStore, { name }: Piece, identity: string | null) {
  try {
    const { header, body } = await openPiece(await buffer(await store.read(name)), identity);
    return { header, bytes: body };
  } catch {
    return null;
  }
}

const AT_ONCE = 8;

type Files = { keyId: string; identity: string | null; folder: string };

async function fetchFiles(store: CopyStore, { keyId, identity, folder }: Files): Promise<Entry[]> {
  const from = filesFolder(keyId);
  const entries: Entry[] = [];
  for (const { name } of await store.list(from)) {
    const path = name.slice(from.length).replace(identity === null ? /$^/ : /\.age$/, '');
    // No name leads out of the folder.
    if (!isOfBackup(path)) continue;
    const sealed = await store.read(name);
    const content = identity === null ? sealed : await decryptWith(identity, sealed);
    entries.push({ path, ...(await writeFrom(content, join(folder, path))) });
  }
  return entries;
}

async function writeManifest(
  folder: string,
  { createdAt, schema, entries }: { createdAt: string; schema: string; entries: Entry[] },
): Promise<void> {
  const files = [{ path: DATABASE, ...(await hashFile(join(folder, DATABASE))) }, ...entries];
  const hasKeyFile = entries.some(({ path }) => path === KEY_FILE);
  const text = `${JSON.stringify({ createdAt, schema, hasKeyFile, files }, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
}
