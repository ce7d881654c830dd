import type { Page } from '@playwright/test';

/** Keeps the page's calls of an address waiting until the answer says what becomes of them, then and from then on. */
export async function holdCalls(
  page: Page,
  address: string | RegExp,
): Promise<(outcome: 'abort' | 'continue') => void> {
  const { promise, resolve } = Promise.withResolvers<'abort' | 'continue'>();
  await page.route(address, async (route) => route[await promise]());
  return resolve;
}
