import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type Client, openClient } from './client.ts';
import { type Store, startStore } from './store.ts';

type Walk = {
  /** The same shop without a screen: for given-parts, and to look behind the page. */
  client: Client;
  /** Messages of the browser's console that this test provokes, such as that of a call whose network it cuts. */
  provokes: RegExp | null;
  /** What went wrong in the pages: errors, also in the console, and what the content security policy stopped. */
  problems: string[];
};

/** What each worker keeps: the settings of its stores, and the store of the file whose tests it runs. */
type Keeper = { settings: Record<string, string>; storeOf(file: string): Promise<Store> };

/**
 * Playwright's `test` in a shop of its own: the tests of a file share one store, so that no file meets what another left
 * behind, and `page.goto('/')` is its storefront. A walk fails when a script of a page fails, even if all that it looked
 * for was there.
 */
export const test = base.extend<Walk & { store: Store }, Keeper>({
  settings: [{}, { scope: 'worker', option: true }],
  storeOf: [
    async ({ settings }, use) => {
      let open: { file: string; store: Store } | undefined;
      await use(async (file) => {
        if (open?.file !== file) {
          await open?.store.stop();
          open = undefined;
          open = { file, store: await startStore(settings) };
        }
        return open.store;
      });
      await open?.store.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  store: [async ({ storeOf }, use, testInfo) => use(await storeOf(testInfo.file)), { timeout: 150_000 }],
  baseURL: ({ store }, use) => use(store.url),
  client: ({ store }, use) => use(openClient(store.url)),
  provokes: [null, { option: true }],
  problems: [
    async ({ context, store, provokes }, use, testInfo) => {
      const problems: string[] = [];
      await noteProblems(context, problems);
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('store', { body: store.output(), contentType: 'text/plain' });
      }
      expect(problems.filter((problem) => !provokes?.test(problem))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects what goes wrong in any page of a browser. */
export async function noteProblems(context: BrowserContext, problems: string[]): Promise<void> {
  context.on('weberror', (event) => problems.push(String(event.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // The console tells of most violations; the event tells of all.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`The content security policy stopped ${violatedDirective} ${blockedURI}`);
    });
  });
}

export { expect };
