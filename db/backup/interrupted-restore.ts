import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';

export function waitingDatabaseOf(database: string): string {
  return `${database}.restoring`;
}

export function formerCopyOf(database: string): string {
  return `${database}.former`;
}

export function waitingKeyOf(database: string): string {
  return `${keyOf(database)}.restoring`;
}

/**
 * A restore moves the database first and the key of its secrets after it: a key that still waits belongs to the new
 * database where that waits no more, and to nothing where it does.
 */
export function finishInterruptedRestore(database: string): void {
  const isDatabaseWaiting = existsSync(waitingDatabaseOf(database));
  if (isDatabaseWaiting) rmSync(waitingKeyOf(database), { force: true });
  else putKeyInPlace(database);
  // The second held what the restore looked up in the former database. A journal that stayed would be applied to the next one.
  for (const path of [waitingDatabaseOf(database), formerCopyOf(database)]) {
    for (const ending of ['-wal', '-shm', '-journal', '.lock', '.lock-journal', ''])
      rmSync(path + ending, { force: true });
  }
}

/** What is encrypted in the backup opens with its own key; another one that was there is kept beside it. */
export function putKeyInPlace(database: string): void {
  const [waiting, place] = [waitingKeyOf(database), keyOf(database)];
  if (!existsSync(waiting)) return;
  if (existsSync(place) && !readFileSync(place).equals(readFileSync(waiting))) renameSync(place, `${place}.former`);
  renameSync(waiting, place);
}

function keyOf(database: string): string {
  return `${database}.key`;
}
