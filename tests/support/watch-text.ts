import { expect, type Page } from '@playwright/test';

/**
 * For what goes away by itself, with its page or without: from now on this tab notes whether the text is shown. Answers what
 * waits until it was, however late that looks.
 */
export async function watchText(page: Page, text: string): Promise<() => Promise<void>> {
  await page.evaluate(recordText, text);
  return () => expect.poll(() => wasSeen(page, text), { message: `“${text}” was shown` }).toBe(true);
}

export function wasSeen(page: Page, text: string): Promise<boolean> {
  return page.evaluate((seen) => sessionStorage.getItem(seen) !== null, text);
}

/** Runs in the page. What it notes outlives the page, since the tab keeps it. */
function recordText(text: string): void {
  sessionStorage.removeItem(text);
  new MutationObserver(() => {
    if (document.body.textContent.includes(text)) sessionStorage.setItem(text, 'seen');
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
