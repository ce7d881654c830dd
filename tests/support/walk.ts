import { basename } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type Client, openClient } from './client.ts';
import { keepSeen, readTexts, watchTexts, writeSeen } from './shown-texts.ts';
import { type Store, startStore } from './store.ts';

type Walk = {
  /** The same shop without a screen: for given-parts, and to look behind the page. */
  client: Client;
  /** Messages of the browser's console that this test provokes, such as that of a call whose network it cuts. */
  provokes: RegExp | null;
  /** What went wrong in the pages: errors, also in the console, and what the content security policy stopped. */
  problems: string[];
  /** Every test of the file leaves the shop as another one's reader wants it: it shares one store with others of its kind. */
  readsOnly: boolean;
};

/** What each worker keeps: the settings of its stores, and the store of the file whose tests it runs. */
type StoreOfFile = {
  settings: Record<string, string>;
  storeOf(file: string): Promise<Store>;
  /** The store of all files that leave it as it was. */
  sharedStore(): Promise<Store>;
  /** What the screens of the worker's walks said, for the end of the run. */
  seen: undefined;
};

/**
 * Playwright's `test` in a shop of its own: the tests of a file share one store, so that no file meets what another left
 * behind, and `page.goto('/')` is its storefront. A walk fails when a script of a page fails, even if all that it looked
 * for was there.
 */
export const test = base.extend<Walk & { store: Store }, StoreOfFile>({
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
  sharedStore: [
    async ({ settings }, use) => {
      let open: Promise<Store> | undefined;
      await use(() => {
        open ??= startStore(settings);
        return open;
      });
      await (await open)?.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  seen: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use, { project, workerIndex }) => {
      await use(undefined);
      await keepSeen(project.outputDir, workerIndex);
    },
    { scope: 'worker', auto: true },
  ],
  readsOnly: [false, { option: true }],
  store: [
    async ({ storeOf, sharedStore, readsOnly }, use, testInfo) =>
      use(await (readsOnly ? sharedStore() : storeOf(testInfo.file))),
    { timeout: 150_000 },
  ],
  baseURL: ({ store }, use) => use(store.url),
  client: ({ store }, use) => use(openClient(store.url)),
  provokes: [null, { option: true }],
  problems: [
    async ({ context, store, provokes }, use, testInfo) => {
      const problems: string[] = [];
      writeSeen(basename(testInfo.file));
      await collectProblems(context, problems);
      await use(problems);
      await readTexts(context);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('store', { body: store.output(), contentType: 'text/plain' });
      }
      expect(problems.filter((problem) => !provokes?.test(problem))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects what goes wrong in any page of a browser, and which texts of the specification it shows. */
export async function collectProblems(context: BrowserContext, problems: string[]): Promise<void> {
  await watchTexts(context);
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
