import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { JOURNAL_PAGES, type OpenSqlite, openCopy } from '../client.ts';

/** How far SQLite's journal goes: `salts` name the journal, and are new ones each time it begins again. */
export type JournalState = { salts: string; frames: number; pageBytes: number };

/**
 * `done`: all is in the database's file, and the next transaction begins a journal. `written`: it is, but while somebody
 * reads this journal the next one may go on in it. `busy`: not all is. `far`: more was unknown to the caller than the memory
 * may hold. `other`: it is another journal. `tail` is what the caller did not know.
 */
type Checkpoint =
  | { outcome: 'done' | 'written'; state: JournalState; tail: Buffer }
  | { outcome: 'busy' | 'far' | 'other' };

export type Journal = {
  databaseFile: string;
  /** From here on only `checkpoint` writes the journal back, so that the file itself stands still between two of them. */
  hold(): void;
  letGo(): void;
  /** Only what is committed and on the disk counts. */
  read(): JournalState;
  readBytes(from: number, to: number): Promise<Buffer>;
  /** Writes all back; null wants to know of no tail. */
  checkpoint(known: { salts: string; end: number } | null): Promise<Checkpoint>;
  /** Another one tells that the file was written to since. */
  mark(): string;
};

export function openJournal(
  { sqlite, betweenGroups, journalIndex }: Pick<OpenSqlite, 'sqlite' | 'betweenGroups' | 'journalIndex'>,
  databaseFile: string,
): Journal {
  const read = () => readIndex(journalIndex());
  return {
    databaseFile,
    hold: () => void sqlite.pragma('wal_autocheckpoint = 0'),
    letGo: () => void sqlite.pragma(`wal_autocheckpoint = ${JOURNAL_PAGES}`),
    read,
    readBytes: (from, to) => readRange(`${databaseFile}-wal`, from, to),
    checkpoint: (known) =>
      betweenGroups(() => {
        const state = read();
        if (known && known.salts !== state.salts) return { outcome: 'other' };
        const end = endOf(state);
        const from = known?.end ?? end;
        if (end - from > LONGEST_TAIL) return { outcome: 'far' };
        const tail = readNow(`${databaseFile}-wal`, from, end);
        const [row] = sqlite.pragma('wal_checkpoint(RESTART)') as CheckpointRow[];
        if (row?.checkpointed !== row?.log) return { outcome: 'busy' };
        // A command may have written between the first line and the last.
        if (row?.log !== state.frames) return { outcome: 'other' };
        return { outcome: row.busy === 0 ? 'done' : 'written', state, tail };
      }),
    mark: () => markOf(databaseFile),
  };
}

const JOURNAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export function endOf({ frames, pageBytes }: Pick<JournalState, 'frames' | 'pageBytes'>): number {
  return frames === 0 ? 0 : JOURNAL_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes);
}

/**
 * SQLite recovers what the file beside a database has, up to the first frame whose checksum is wrong, and only whole
 * transactions. Returns how many bytes of the journal that was.
 */
export function applyJournal(databaseFile: string): number {
  const copy = openCopy(databaseFile);
  let index: number | undefined;
  try {
    copy.prepare('SELECT count(*) FROM sqlite_master').get();
    index = openSync(`${databaseFile}-shm`, 'r');
    const state = readIndex(index);
    copy.pragma('wal_checkpoint(TRUNCATE)');
    return endOf(state);
  } finally {
    copy.close();
    if (index !== undefined) closeSync(index);
  }
}

function markOf(databaseFile: string): string {
  const { ino, size, mtimeNs } = statSync(databaseFile, { bigint: true });
  return `${ino}-${size}-${mtimeNs}`;
}

/** The index stands twice in its file, and both are the same unless SQLite is writing it: https://sqlite.org/walformat.html */
function readIndex(file: number): JournalState {
  const bytes = Buffer.alloc(2 * INDEX_BYTES);
  for (let tries = 0; tries < INDEX_TRIES; tries += 1) {
    if (readSync(file, bytes, 0, bytes.length, 0) < bytes.length) break;
    if (bytes.subarray(0, INDEX_BYTES).equals(bytes.subarray(INDEX_BYTES))) return stateIn(bytes);
  }
  throw Object.assign(new Error('The index of the journal cannot be read'), { code: 'COPY_INDEX' });
}

function stateIn(bytes: Buffer): JournalState {
  const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pageBytes = view.getUint16(PAGE_SIZE_AT, littleEndian);
  return {
    frames: view.getUint32(FRAMES_AT, littleEndian),
    // 65,536 does not fit, and is told as 1.
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    salts: bytes.subarray(SALTS_AT, SALTS_AT + SALTS_BYTES).toString('hex'),
  };
}

type CheckpointRow = { busy: number; log: number; checkpointed: number };

const LONGEST_TAIL = 8 * 1024 * 1024;
const INDEX_BYTES = 48;
const INDEX_TRIES = 100;
const PAGE_SIZE_AT = 14;
const FRAMES_AT = 16;
const SALTS_AT = 32;
const SALTS_BYTES = 8;

async function readRange(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafe(to - from);
    return expectWhole(bytes, (await file.read(bytes, 0, bytes.length, from)).bytesRead);
  } finally {
    await file.close();
  }
}

function readNow(path: string, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  if (bytes.length === 0) return bytes;
  const file = openSync(path, 'r');
  try {
    return expectWhole(bytes, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}

function expectWhole(bytes: Buffer, bytesRead: number): Buffer {
  if (bytesRead === bytes.length) return bytes;
  throw Object.assign(new Error('The journal is shorter than its index says'), { code: 'COPY_SHORT' });
}
