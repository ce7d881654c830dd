import { basename } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type Client, openClient } from '../calls/client.ts';
import { type Store, startStore, startStoreProcess } from '../store/store.ts';
import { keepSeen, readTexts, recallSeen, watchTexts, writeSeen } from './shown-texts.ts';

type Walk = {
  client: Client;
  /** These console messages are expected. */
  provokes: RegExp | null;
  problems: string[];
  /** The file changes nothing, so it shares a store with others. */
  readsOnly: boolean;
};

type StoreOfFile = {
  settings: Record<string, string>;
  /** The file kills its store, or has it make backups. */
  ownProcess: boolean;
  storeOf(file: string): Promise<Store>;
  sharedStore(): Promise<Store>;
  seen: undefined;
};

/** Playwright's `test` with a store per file. A walk fails on any script error. */
export const test = base.extend<Walk & { store: Store }, StoreOfFile>({
  settings: [{}, { scope: 'worker', option: true }],
  ownProcess: [false, { scope: 'worker', option: true }],
  storeOf: [
    async ({ settings, ownProcess }, use) => {
      let open: { file: string; store: Store } | undefined;
      await use(async (file) => {
        if (open?.file !== file) {
          await open?.store.stop();
          open = undefined;
          open = { file, store: await (ownProcess ? startStoreProcess : startStore)(settings) };
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
      await recallSeen(project.outputDir);
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

/** Those that a walk adds to every document, which the frame of a preview does not run. */
const OWN_SCRIPTS = /^Blocked script execution in 'about:(?:blank|srcdoc)'/;

export async function collectProblems(context: BrowserContext, problems: string[]): Promise<void> {
  await watchTexts(context);
  context.on('weberror', (event) => problems.push(String(event.error())));
  context.on('console', (message) => {
    if (message.type() === 'error' && !OWN_SCRIPTS.test(message.text())) problems.push(message.text());
  });
  // The console reports most violations, the event all of them.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`The content security policy stopped ${violatedDirective} ${blockedURI}`);
    });
  });
}

export { expect };
