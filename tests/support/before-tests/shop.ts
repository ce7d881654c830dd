import { afterEach, beforeEach } from 'vitest';
import { type OpenTestShop, openTestShop } from '../store/shop.ts';
import { forFile } from './for-file.ts';

export function openShopForFile(options: { connections?: number } = {}): OpenTestShop {
  return forFile(
    () => openTestShop(options),
    (opened) => opened.close(),
  );
}

/** What it returns is filled before each test, and closed after it. */
export function openShopForEachTest(): OpenTestShop {
  const opened = {} as OpenTestShop;
  beforeEach(async () => {
    Object.assign(opened, await openTestShop());
  });
  afterEach(() => opened.close());
  return opened;
}
