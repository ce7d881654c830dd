import type { Page, Response } from '@playwright/test';
import { enter } from '../support/browser/back-office.ts';
import { expect, test } from '../support/browser/browser-fixture.ts';
import { openAlive } from '../support/browser/checkout.ts';
import { measureWeight, sum } from '../support/browser/weight.ts';
import { buy, startPurchase } from '../support/purchases/buy.ts';

test.use({ readsOnly: true });

const KILOBYTE = 1_000;
/** What a page may weigh, after gzip: scripts, and HTML with CSS; and how many files its scripts are. */
const BUDGETS = {
  storefront: { scripts: 15 * KILOBYTE, page: 30 * KILOBYTE },
  checkout: { scripts: 115 * KILOBYTE, page: 25 * KILOBYTE },
  backOffice: { scripts: 200 * KILOBYTE, files: 45, chart: 155 * KILOBYTE, page: 40 * KILOBYTE },
};
const MOST_SHIFT = 0.01;
/** React's build for browsers carries this and nothing else does. */
const REACT = /react\.dev\/errors|__reactContainer/;
const CHART = /chart/i;
const WITH_CHART = ['/admin', '/admin/analytics'];
const SCREENS = [
  'analytics',
  'analytics/origins',
  'society-calculator',
  'products',
  'sales',
  'customers',
  'promotions',
  'affiliates',
  'activation-keys',
  'audit',
  'settings',
].map((screen) => `/admin/${screen}`);

test('the storefront keeps its budget, and React loads only on play', async ({ page }) => {
  const { scripts, page: weight, code } = await measureWeight(page, '/');
  expect(sum(scripts)).toBeGreaterThan(0);
  expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(BUDGETS.storefront.scripts);
  expect(weight).toBeLessThanOrEqual(BUDGETS.storefront.page);
  expect(code).not.toMatch(REACT);

  const arriving: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') arriving.push(response);
  });
  await page.getByRole('button', { name: /^Assistir/ }).click();
  await expect(page.locator('video')).toBeVisible();
  const arrived = async () => (await Promise.all(arriving.map((response) => response.text()))).join('');
  await expect.poll(arrived).toMatch(REACT);
});

test("a product's page keeps the storefront's budget, without React", async ({ page }) => {
  const { scripts, page: weight, code } = await measureWeight(page, '/plugins/grade-cinema');
  expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(BUDGETS.storefront.scripts);
  expect(weight).toBeLessThanOrEqual(BUDGETS.storefront.page);
  expect(code).not.toMatch(REACT);
});

test('checkout and purchase keep their budget', async ({ page, client }) => {
  const { purchaseId } = await startPurchase(client, { productId: 'grade-cinema', couponCode: 'EDITA10' });
  const { id } = await buy(client, { productId: 'grade-cinema' });
  const paths = [
    '/checkout/grade-cinema',
    `/checkout/grade-cinema?compra=${purchaseId}`,
    `/purchase/success/${purchaseId}`,
    `/purchase/success/${id}`,
  ];
  for (const path of paths) {
    const { scripts, page: weight } = await measureWeight(page, path);
    expect(sum(scripts), `${path}\n${[...scripts].join('\n')}`).toBeLessThanOrEqual(BUDGETS.checkout.scripts);
    expect(weight, path).toBeLessThanOrEqual(BUDGETS.checkout.page);
  }
});

test('each screen of the back-office keeps its budget', async ({ page, store }) => {
  // A chart is drawn when it comes into view.
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await enter(page, store);
  await page.addInitScript(() => {
    for (const flag of ['gate.products', 'gate.activation-keys']) localStorage.setItem(flag, 'true');
  });
  for (const path of ['/admin', ...SCREENS]) {
    const drawn = WITH_CHART.includes(path) ? page.locator('.apexcharts-svg').first() : page.locator('h1');
    const { scripts, page: weight } = await measureWeight(page, path, drawn);
    expect(scripts.size, path).toBeLessThanOrEqual(BUDGETS.backOffice.files);
    const chart = sum(scripts) - sum(scripts, CHART);
    expect(sum(scripts, CHART), `${path}\n${[...scripts].join('\n')}`).toBeLessThanOrEqual(BUDGETS.backOffice.scripts);
    if (WITH_CHART.includes(path)) expect(chart, path).toBeGreaterThan(0);
    expect(chart, path).toBeLessThanOrEqual(WITH_CHART.includes(path) ? BUDGETS.backOffice.chart : 0);
    expect(weight, path).toBeLessThanOrEqual(BUDGETS.backOffice.page);
  }
});

test('no page has layout shift while it loads', { tag: '@every-size' }, async ({ page, client, store }) => {
  await page.addInitScript(() => {
    let shift = 0;
    let moved = '';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'sources' in entry && typeof entry.value === 'number')) continue;
        shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources as Moved[]) {
          const text = node?.textContent?.slice(0, 60);
          moved += `\n${entry.value} ${text}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
        }
      }
      Object.assign(document.documentElement.dataset, { shift: String(shift), moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { purchaseId } = await startPurchase(client, { productId: 'lote' });
  const { id } = await buy(client, { productId: 'lote' });
  const paths = [
    '/',
    '/?q=cor&ordem=nome',
    '/plugins/grade-cinema',
    '/checkout/lote',
    `/checkout/lote?compra=${purchaseId}`,
    `/purchase/success/${purchaseId}`,
    `/purchase/success/${id}`,
    '/login',
  ];
  for (const path of paths) {
    await openAlive(page, path);
    await expectSettled(page, path);
  }
  await enter(page, store);
  await openAlive(page, '/admin');
  await page.getByRole('heading', { name: 'Vendas por mês' }).scrollIntoViewIfNeeded();
  await expect(page.locator('.apexcharts-bar-area')).toHaveCount(12);
  await expectSettled(page, '/admin');
});

type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };

/** Of all shifts, once fonts and pictures of the first screen are there and two frames were drawn. */
async function expectSettled(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('load');
  const { shift, moved } = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return { ...document.documentElement.dataset };
  });
  expect(Number(shift ?? 0), `${path}${moved}`).toBeLessThanOrEqual(MOST_SHIFT);
}
