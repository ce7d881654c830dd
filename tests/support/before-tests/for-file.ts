import { afterAll, beforeAll } from 'vitest';

/** What it returns is filled before the file's first test, and closed after the last. */
export function forFile<Opened extends object>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => Promise<void> = async () => undefined,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => {
    Object.assign(opened, await open());
  });
  afterAll(() => close(opened));
  return opened;
}
