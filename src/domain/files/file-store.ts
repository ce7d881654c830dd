import type { UploadRefusal } from '#src/wire/products/uploads.ts';
import type { StoredFile } from './stored-file.ts';

export type FileStore = {
  find(address: string): Promise<StoredFile | undefined>;
  /** Stores nothing when refused or broken off. */
  store(pieces: AsyncIterable<Uint8Array>): Promise<UploadOutcome>;
  /** The caller chooses the name, and nobody looks at the content; what has that name is replaced. */
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Leaves out files that the owner added by hand. */
  listStoredBefore(moment: Date): Promise<string[]>;
  removeDraftsBefore(moment: Date): Promise<void>;
  delete(address: string): Promise<void>;
  close(): Promise<void>;
};

export type UploadOutcome = { state: 'stored'; address: string } | { state: 'refused'; reason: UploadRefusal };
