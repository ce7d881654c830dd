import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/axe.ts';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { makeProduct, VIDEO } from '../../support/browser/product-screen.ts';

const VALLEY = 'Antes e depois: Vale ao pôr do sol, sem correção e com o look Petróleo';

test('the playhead between before and after follows mouse and arrow keys', async ({ page }) => {
  for (const path of ['/', '/plugins/grade-cinema']) {
    await page.goto(path);
    const range = page.getByRole('slider', { name: VALLEY });
    const { x, y, width, height } = await boxOf(screenOf(range));
    const middle = y + height * 0.8;
    expect(await shareBefore(range)).toBeCloseTo(0.3, 1);
    await page.mouse.move(x + width * 0.3, middle);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, middle, { steps: 3 });
    expect(await shareBefore(range), path).toBeCloseTo(0.7, 1);
    await page.mouse.move(x + width * 2, middle);
    await page.mouse.up();
    expect(await shareBefore(range)).toBe(1);
    await page.mouse.move(x, y);
    expect(await shareBefore(range)).toBe(1);

    await expect(range).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await shareBefore(range)).toBeCloseTo(0.05, 2);
    await expect(range).toHaveAttribute('aria-valuetext', 'Antes em 5% da imagem');
  }
});

test('a film is played over it, and its card shows it to who points or tabs there', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Assistir à demonstração de Grade Cinema' }).click();
  await expect(page.locator('video')).toBeVisible();
  await expect(page.getByRole('slider')).toBeHidden();

  const card = page.locator('[data-card]').filter({ hasText: 'Luz do Sertão' });
  const pictures = card.locator('img[src*="luz-do-sertao-"]');
  await expect(pictures).toHaveCount(0);
  await card.getByRole('link', { name: 'Luz do Sertão', exact: true }).focus();
  await expect(pictures).toHaveCount(2);
  const { x, y, width } = await boxOf(card);
  await page.mouse.move(x + width * 0.75, y + 40);
  expect(await shareBefore(card.locator('.comparison-playhead'))).toBeCloseTo(0.75, 1);
});

test('a film whose halves are before and after is compared while it runs', async ({ page, store }) => {
  await enter(page, store);
  const upload = await page.request.post('/api/upload', {
    multipart: { file: { name: basename(VIDEO), mimeType: 'video/webm', buffer: await readFile(VIDEO) } },
  });
  const { url } = await upload.json();
  const media = [{ address: url, alt: 'Duas metades', caption: 'Em movimento', before: url }];
  const { slug } = await makeProduct(page, { name: 'Filme Dividido', media });
  await page.goto(`/plugins/${slug}`);
  await page.getByRole('link', { name: 'Em movimento' }).click();
  await page.getByRole('button', { name: 'Assistir: Duas metades' }).click();
  const range = page.getByRole('slider', { name: /^Antes e depois: Demonstração de Filme Dividido/ });
  await range.press('End');
  expect(await shareBefore(range)).toBe(1);
  const canvas = page.locator('canvas');
  await expect.poll(() => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.width)).toBe(480);
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible();
  await expectAccessible(page, 'a film of two halves');
});

test.describe('by finger', { tag: '@phone' }, () => {
  test('a tap moves the playhead there', async ({ page }) => {
    await page.goto('/plugins/grade-cinema');
    const range = page.getByRole('slider', { name: VALLEY });
    const { x, y, width } = await boxOf(screenOf(range));
    await page.touchscreen.tap(x + width * 0.6, y + 20);
    await expect.poll(() => shareBefore(range)).toBeCloseTo(0.6, 1);
    await expectAccessible(page, 'a before/after');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('both pictures stand side by side, still', async ({ page }) => {
    await page.goto('/plugins/grade-cinema');
    const before = page.locator('.comparison-before').first();
    await expect(before).toBeVisible();
    await expect(page.getByRole('img', { name: 'Vale ao pôr do sol' })).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
  });
});

function screenOf(inside: Locator): Locator {
  return inside.locator('xpath=..');
}

async function boxOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

/** Returns where the playhead stands, from 0 to 1. */
async function shareBefore(inside: Locator): Promise<number> {
  return screenOf(inside).evaluate((comparison) => {
    const { left, width } = comparison.getBoundingClientRect();
    const head = comparison.querySelector('.comparison-playhead')?.getBoundingClientRect();
    return head ? Number(((head.left + head.width / 2 - left) / width).toFixed(3)) : Number.NaN;
  });
}
