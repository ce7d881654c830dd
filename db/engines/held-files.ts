import { closeSync, openSync } from 'node:fs';
import type { Database } from '../tables.ts';

/**
 * What the process reads itself of the files that SQLite has locks on. Closing any handle of such a file would take the locks
 * away, so they stay open until the database is closed: https://sqlite.org/howtocorrupt.html, 2.2.
 */
export type HeldFiles = { read(ending: '' | '-shm'): number; close(): void };

export function holdFiles(database: string): HeldFiles {
  const held = new Map<string, number>();
  return {
    read(ending) {
      const file = held.get(ending) ?? openSync(database + ending, 'r');
      held.set(ending, file);
      return file;
    },
    close() {
      for (const file of held.values()) closeSync(file);
    },
  };
}

/** They lie on the handle, which the store's and Astro's copy of this module share. */
const HELD: unique symbol = Symbol.for('held files of the database');

export function giveFiles(db: Database & { [HELD]?: HeldFiles }, files: HeldFiles): void {
  db[HELD] = files;
}

export function databaseFileOf(db: Database & { [HELD]?: HeldFiles }): number {
  if (!db[HELD]) throw new Error('This database is no file.');
  return db[HELD].read('');
}
