import { test as base, expect } from '@playwright/test';
import { type Client, openClient } from './client.ts';
import { type Store, startStore } from './store.ts';

type Walk = {
  /** The same shop without a screen: for given-parts, and to look behind the page. */
  client: Client;
  /** What went wrong in the page: uncaught errors and whatever the content security policy stopped. Empty at the end. */
  problems: string[];
};

/**
 * Playwright's `test` in a shop of its own: each worker starts one store, and `page.goto('/')` is its storefront.
 * A walk fails when a script of the page fails, even if all that it looked for was there.
 */
export const test = base.extend<Walk, { store: Store }>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      const store = await startStore();
      await use(store);
      await store.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ store }, use) => use(store.url),
  client: ({ store }, use) => use(openClient(store.url)),
  problems: [
    async ({ page, store }, use, testInfo) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && /content security policy/i.test(message.text()))
          problems.push(message.text());
      });
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('store', { body: store.output(), contentType: 'text/plain' });
      }
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
