import { endOf, type Journal } from '#db/engines/journal.ts';

/** What was committed, as it is sent: bytes of a journal. Journals of a generation are counted. */
type JournalPiece = { index: number; offset: number; bytes: Buffer };

/** Follows SQLite's journals one after the other. Throws a gap where something committed can no longer be read. */
export function openJournalTail(journal: Journal, pieceBytes: number) {
  let index = 0;
  let salts: string | null = null;
  let readTo = 0;
  /** The database's file as it was when this journal was written back; the next one goes on from there. */
  let endMark: string | null = null;
  /** Somebody read it then, so that it may go on all the same. */
  let mayGoOn = false;
  let waiting: JournalPiece[] = [];

  return {
    nextIndex: () => index + 1,
    waiting: () => waiting.length,
    readBytes: () => readTo,

    /** From here on; what was committed before is in the database's file. */
    async begin(): Promise<void> {
      const checkpoint = await journal.checkpoint(null);
      if (checkpoint.outcome !== 'done') throw gap(checkpoint.outcome);
      index = 0;
      salts = checkpoint.state.salts;
      readTo = endOf(checkpoint.state);
      endMark = journal.mark();
      mayGoOn = false;
      waiting = [];
    },

    /** Nobody has written to the file since it had that mark. */
    resume(at: { index: number; mark: string }): void {
      index = at.index;
      endMark = at.mark;
    },

    /** Returns how far the journal goes now. */
    look(): number {
      const { frames, pageBytes, salts: found } = journal.read();
      const end = endOf({ frames, pageBytes });
      if (found === salts) {
        if (end < readTo || (end > readTo && endMark !== null && !mayGoOn)) throw gap('other');
        if (end > readTo) endMark = null;
        return end;
      }
      if (endMark === null || endMark !== journal.mark()) throw gap('other');
      if (frames === 0) return readTo;
      index += 1;
      salts = found;
      readTo = 0;
      endMark = null;
      return end;
    },

    /** The next piece until `end`; the same one again until it was `sent`. */
    async next(end: number): Promise<JournalPiece | undefined> {
      if (waiting.length === 0 && readTo < end) {
        const to = Math.min(end, readTo + pieceBytes);
        const bytes = await journal.readBytes(readTo, to);
        if (journal.read().salts !== salts) throw gap('other');
        waiting.push({ index, offset: readTo, bytes });
        readTo = to;
      }
      return waiting[0];
    },

    sent(): void {
      waiting.shift();
    },

    /** Writes the journal back. What was committed meanwhile waits in memory. Returns false where it has to be tried again. */
    async end(): Promise<boolean> {
      if (endMark !== null && !mayGoOn) return true;
      const checkpoint = await journal.checkpoint({ salts: salts ?? '', end: readTo });
      if (checkpoint.outcome === 'other') throw gap('other');
      if (!('tail' in checkpoint)) return false;
      const bytes = checkpoint.tail;
      if (bytes.length > 0) waiting.push({ index, offset: readTo, bytes });
      readTo += bytes.length;
      endMark = journal.mark();
      mayGoOn = checkpoint.outcome === 'written';
      return !mayGoOn;
    },
  };
}

export function gap(why: string): Error {
  return Object.assign(new Error(`The journal cannot be followed: ${why}`), { kind: 'gap' });
}

export function isGap(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'gap';
}
