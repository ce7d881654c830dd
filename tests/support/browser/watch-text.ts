import { expect, type Page } from '@playwright/test';

/** The text disappears by itself. Returns a function that waits until it was shown. */
export async function watchText(page: Page, text: string): Promise<() => Promise<void>> {
  await page.evaluate(recordText, text);
  return () => expect.poll(() => wasSeen(page, text), { message: `“${text}” was shown` }).toBe(true);
}

export function wasSeen(page: Page, text: string): Promise<boolean> {
  return page.evaluate((seen) => sessionStorage.getItem(seen) !== null, text);
}

function recordText(text: string): void {
  sessionStorage.removeItem(text);
  new MutationObserver(() => {
    if (document.body.textContent.includes(text)) sessionStorage.setItem(text, 'seen');
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
