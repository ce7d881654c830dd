import type { Queryable } from '#db/tables.ts';
import { afterCommit, type WarningLog } from '#db/transactions.ts';

export type EventStreamLimits = {
  /** Returns the function that frees the place, or null when all are taken. */
  open(clientNetwork: string): (() => void) | null;
};

/** Events are hints only: polling finds the same. */
export type Events = {
  publish(topic: string): void;
  subscribe(topic: string, listener: () => void): () => void;
};

/** Each topic is told once, when what `tx` wrote is committed. */
export function publishAfterCommit(
  tx: Queryable,
  { events, log }: { events: Events; log: WarningLog },
  ...topics: string[]
): void {
  for (const topic of topics) afterCommit(tx, topic, () => events.publish(topic), log);
}

/** Pages that are kept depend on it. */
export const CATALOG_CHANGED = 'catalog';

/** It may have changed while this process could not be told. */
export const CATALOG_IN_DOUBT = 'catalog in doubt';

/** Wakes every process to read the settings again. */
export const SETTINGS_CHANGED = 'settings';

/** Wakes who copies to where the owner wants it now. */
export const BACKUPS_CHANGED = 'backups';
