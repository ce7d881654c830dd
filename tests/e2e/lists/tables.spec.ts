import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { passGate } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { openAlive } from '../../support/browser/checkout.ts';
import { expectColumnsFit } from '../../support/browser/layout.ts';

test.use({ readsOnly: true });

const TABLES = [
  'products',
  'activation-keys',
  'customers',
  'sales',
  'promotions',
  'affiliates',
  'affiliates?tab=sales',
  'avaliacoes',
  'analytics',
];

test.beforeEach(async ({ page, store }) => {
  await passGate(page, store, 'products');
  await passGate(page, store, 'activation-keys');
});

/** A card hides what does not fit into it. */
test('no card truncates text, all are accessible, and each control is large enough for a finger', {
  tag: '@phone',
}, async ({ page }) => {
  for (const path of TABLES) {
    await openTable(page, path);
    await expect.poll(() => page.evaluate(cutOff), path).toEqual([]);
    await expect.poll(() => page.evaluate(smallControls), path).toEqual([]);
    await expectAccessible(page, path);
  }
});

test('each column fits its name and figures at any width', async ({ page }) => {
  for (const path of TABLES) {
    await openTable(page, path);
    await expectColumnsFit(page, path);
  }
});

async function openTable(page: Page, path: string): Promise<void> {
  await openAlive(page, `/admin/${path}`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
}

/** The texts that reach above or below the cell that holds them. */
function cutOff(): string[] {
  return [...document.querySelectorAll('tbody td')].flatMap((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // A description of two lines is cut on purpose, with a sign.
      if (text.parentElement?.closest('.sr-only, [class*=line-clamp]')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const isCut = box.height > 0 && (box.top < top - 4 || box.bottom > bottom + 4);
      if (isCut) found.push(text.textContent ?? '');
    }
    return found;
  });
}

/** A control may be tapped beyond what is seen; a link within a text is text. */
function smallControls(): string[] {
  const SMALLEST = 43.5;
  return [...document.querySelectorAll('main :is(a[href], button, input)')].flatMap((control) => {
    const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
    const isSeen = control.checkVisibility() && width > 1 && getComputedStyle(control).display !== 'inline';
    const around = ['::before', '::after']
      .map((part) => getComputedStyle(control, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map((part) => Number.parseFloat(part.height));
    if (!isSeen || Math.max(height, ...around) >= SMALLEST) return [];
    return [`${height} ${control.outerHTML.slice(0, 120)}`];
  });
}
