import type { Page } from '@playwright/test';

/** Holds matching calls until the returned function decides them, and later ones too. */
export async function holdCalls(
  page: Page,
  address: string | RegExp,
): Promise<(outcome: 'abort' | 'continue') => void> {
  const { promise, resolve } = Promise.withResolvers<'abort' | 'continue'>();
  await page.route(address, async (route) => route[await promise]());
  return resolve;
}
