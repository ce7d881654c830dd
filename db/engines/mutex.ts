export type Mutex = {
  lock(): Promise<void>;
  /** Waits until no commit group is open, then goes before the others. */
  lockBetweenGroups(): Promise<void>;
  unlock(): void;
};

export function openMutex(isBetweenGroups: () => boolean): Mutex {
  const waiting: (() => void)[] = [];
  const waitingBetweenGroups: (() => void)[] = [];
  let isLocked = false;
  return {
    async lock() {
      if (isLocked) return new Promise((resolve) => waiting.push(resolve));
      isLocked = true;
    },
    lockBetweenGroups: () => new Promise((resolve) => waitingBetweenGroups.push(resolve)),
    unlock() {
      const next = (isBetweenGroups() ? waitingBetweenGroups.shift() : undefined) ?? waiting.shift();
      if (next) next();
      else isLocked = false;
    },
  };
}
