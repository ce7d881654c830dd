import { basename } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { BankSide } from '../banks/real-banks.ts';
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
  /** What a file asks of its store is no option of the worker: each such file would end one, and begin a browser and a host of stores. */
  settings: Record<string, string>;
  /** The file kills its store, or has it make backups. */
  ownProcess: boolean;
};

type StoreOfFile = {
  storeOf(file: string, settings: Record<string, string>, ownProcess: boolean): Promise<Store>;
  sharedStore(): Promise<Store>;
  /** A bank that the stores of a file ask, until the worker ends. */
  bankOf(file: string, open: () => Promise<BankSide>): Promise<BankSide>;
  seen: undefined;
};

/** Playwright's `test` with a store per file. A walk fails on any script error. */
export const test = base.extend<Walk & { store: Store }, StoreOfFile>({
  settings: [{}, { option: true }],
  ownProcess: [false, { option: true }],
  storeOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      let open: { asked: string; store: Store } | undefined;
      await use(async (file, settings, ownProcess) => {
        const asked = JSON.stringify([file, settings, ownProcess]);
        if (open?.asked !== asked) {
          await open?.store.stop();
          open = undefined;
          open = { asked, store: await (ownProcess ? startStoreProcess : startStore)(settings) };
        }
        return open.store;
      });
      await open?.store.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  sharedStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      let open: Promise<Store> | undefined;
      await use(() => {
        open ??= startStore();
        return open;
      });
      await (await open)?.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  bankOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      const open = new Map<string, Promise<BankSide>>();
      await use((file, openSide) => {
        const asked = `${openSide.name} ${file}`;
        const bank = open.get(asked) ?? openSide();
        open.set(asked, bank);
        return bank;
      });
      for (const bank of open.values()) await (await bank).close();
    },
    { scope: 'worker' },
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
    async ({ storeOf, sharedStore, readsOnly, settings, ownProcess }, use, testInfo) =>
      use(await (readsOnly ? sharedStore() : storeOf(testInfo.file, settings, ownProcess))),
    { timeout: 300_000 },
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
