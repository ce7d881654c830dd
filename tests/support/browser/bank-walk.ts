import type { Page } from '@playwright/test';
import { type BankSide, openApiPixSide, openMercadoPagoSide } from '../banks/real-banks.ts';
import { purchaseRow } from '../purchases/purchases.ts';
import type { Store } from '../store/store.ts';
import { enter } from './back-office.ts';
import { collectProblems, expect, test as walk } from './browser-fixture.ts';
import { toast } from './checkout.ts';
import { readTexts } from './shown-texts.ts';

/** `owner` is a second browser, logged in to the back-office. */
function walkAt(openSide: () => Promise<BankSide>) {
  return walk.extend<{ owner: Page; bank: BankSide }>({
    bank: async ({ bankOf }, use, { file }) => use(await bankOf(file, openSide)),
    settings: ({ bank }, use) => use(bank.settings),
    owner: async ({ browser, store, problems }, use) => {
      const context = await browser.newContext({ baseURL: store.url });
      await collectProblems(context, problems);
      const owner = await context.newPage();
      await enter(owner, store);
      await use(owner);
      await readTexts(context);
      await context.close();
    },
  });
}

export const atMercadoPago = walkAt(openMercadoPagoSide);
export const atApiPix = walkAt(openApiPixSide);

export async function referenceOf(store: Store, purchaseId: string): Promise<string> {
  return (await purchaseRow(store, purchaseId)).providerReference;
}

export async function payAt(bank: BankSide, store: Store, purchaseId: string): Promise<void> {
  const reference = await referenceOf(store, purchaseId);
  await bank.pay(reference);
  expect(await bank.notify(store.url, reference)).toBe(200);
}

export async function expectNoSandbox(page: Page): Promise<void> {
  await expect(page.getByText(/simular pagamento/i)).toHaveCount(0);
  await expect(page.getByText(/banco de teste|nenhum pagamento é real/i)).toHaveCount(0);
}

/** Repeats the comparison, because one that takes longer than the page waits goes on in the background. */
export async function compareUntil(owner: Page, result: string): Promise<void> {
  await expect(async () => {
    await owner.getByRole('button', { name: 'Conferir agora' }).click();
    await expect(toast(owner)).toContainText(result, { timeout: 20_000 });
  }).toPass();
}
