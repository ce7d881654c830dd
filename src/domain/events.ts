export type EventStreamLimits = {
  /** Returns the function that frees the place, or null when all are taken. */
  open(clientNetwork: string): (() => void) | null;
};

/** Hints only: polling finds the same. */
export type Events = {
  publish(topic: string): void;
  subscribe(topic: string, listener: () => void): () => void;
};

/** Wakes every process to read the settings again. */
export const SETTINGS_CHANGED = 'settings';
