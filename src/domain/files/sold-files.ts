import type { StoredFile } from './stored-file.ts';

/** Sold files have random names. No address leads to them: only a download of a buyer does. */
export type SoldFileStore = {
  /** It is null where nobody knows. */
  freeBytes(): Promise<number | null>;
  /** Goes on with a draft where it stands. A source that breaks off loses nothing of what is kept. */
  append(draft: Draft, chunks: AsyncIterable<Uint8Array>): Promise<Appended>;
  /** Shows the whole draft as a file; may be repeated. */
  complete(draft: Draft): Promise<Completed>;
  abandon(draft: Draft): Promise<void>;
  find(name: string): Promise<StoredFile | undefined>;
  /** It is SHA-256 in hex, of what is stored now. */
  hash(name: string): Promise<string | undefined>;
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  delete(name: string): Promise<void>;
  close(): Promise<void>;
};

/** `storeState` is the store's own, and empty at the beginning. */
export type Draft = { name: string; sizeBytes: number; offsetBytes: number; storeState: string };

/** `brokenBy` is the failure of the source; `too_small` says that nothing could be kept of so short a piece. */
export type Appended =
  | { outcome: 'kept'; offsetBytes: number; storeState: string; brokenBy: Error | null }
  | { outcome: 'no_room' | 'lost' | 'too_small' };

/** The digest is read back from the store; `other`: the bytes that arrived were different ones. */
type Completed = { outcome: 'whole'; sha256: string } | { outcome: 'other' | 'lost' };
