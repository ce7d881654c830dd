import type { Locator, Page } from '@playwright/test';

/** The permanent '⋯' of a row. */
export function rowMenu(page: Page, row: string | RegExp): Locator {
  const name = typeof row === 'string' ? `Ações de ${row}` : row;
  return page.getByRole('button', { name, exact: true });
}

export async function chooseAction(page: Page, row: string | RegExp, action: string): Promise<void> {
  await rowMenu(page, row).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
