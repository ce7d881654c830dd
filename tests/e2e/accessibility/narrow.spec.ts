import type { Page } from '@playwright/test';
import { enter } from '../../support/browser/back-office.ts';
import { expect, test } from '../../support/browser/browser-fixture.ts';
import { feature } from '../../support/browser/variant.ts';
import { purchasesInEachState } from '../../support/purchases/purchases.ts';

/** 200 % zoom on a laptop: half of 1280 x 800. The narrowest phone is that of `hard-data.spec.ts`. */
const ZOOMED = { width: 640, height: 400 };

/** A usual phone, on which targets are tapped. */
const PHONE = { width: 390, height: 844 };

test.describe('on a narrow screen', { tag: '@phone' }, () => {
  test.use({ provokes: /status of 404/ });

  test('no page scrolls sideways, and click targets are large enough for a finger', async ({ page, client, store }) => {
    const purchases = await purchasesInEachState(store, client);
    const paths = [
      '/',
      '/?q=nada+disso',
      '/editores/resolve',
      '/plugins/grade-cinema',
      '/plugins/grade-cinema/versoes',
      '/plugins/grade-cinema/avaliacoes',
      '/checkout/grade-cinema?cupom=EDITA10',
      '/login',
      '/nada-aqui',
    ];
    paths.push('/privacidade', '/direito-de-arrependimento');
    paths.push(...Object.values(purchases).map((id) => `/purchase/success/${id}`));
    paths.push(`/checkout/lote?compra=${purchases['pending']}`);
    const tapped = [
      '/',
      '/editores/resolve',
      '/plugins/grade-cinema',
      '/plugins/grade-cinema/versoes',
      '/checkout/lote',
      `/purchase/success/${purchases['pending']}`,
      '/login',
    ];
    for (const path of [...paths, '/checkout/lote']) {
      const isTapped = tapped.includes(path);
      if (isTapped) await page.setViewportSize(PHONE);
      await page.goto(path);
      if (isTapped) await expect.poll(() => smallTargets(page), path).toEqual([]);
      await expectNoOverflow(page, path);
    }
    await enter(page, store);
    for (const path of ['/admin', '/admin/analytics/origins', '/admin/customers']) {
      await page.goto(path);
      await expectNoOverflow(page, path);
    }
  });

  test('a shelf begins at its own chip, and the chosen order is shown whole', async ({ page }) => {
    for (const path of ['/categorias/animacao-de-texto', '/editores/resolve']) {
      await page.goto(path);
      await expect(page.locator('.chip[aria-current=page]'), path).toBeInViewport({ ratio: 1 });
    }
    await page.goto('/');
    await expect.poll(() => page.getByLabel('Ordenar por').evaluate(roomBesideText)).toBeGreaterThanOrEqual(0);
  });

  test('buttons below each other are equally wide', async ({ page }) => {
    await page.goto(`/purchase/success/${'0'.repeat(32)}`);
    const buttons = page.getByRole('main').getByRole('link');
    const widths = await buttons.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().width));
    expect(widths).toHaveLength(2);
    expect(widths[0]).toBe(widths[1]);
  });

  test('a name of one long word stays in its place', async ({ page, store }) => {
    await feature(store, 'faisca', { name: 'Superhipermegatransicionadordevideoscinematograficos' });
    for (const path of ['/', '/plugins/faisca', '/checkout/faisca']) {
      await page.goto(path);
      await expect.poll(() => hiddenWidth(page), path).toBe(0);
      await expect.poll(() => tooWideNames(page), path).toEqual([]);
    }
  });
});

async function expectNoOverflow(page: Page, path: string): Promise<void> {
  await page.setViewportSize(ZOOMED);
  // A chart takes the new width a moment later.
  await expect.poll(() => hiddenWidth(page), path).toBe(0);
}

function hiddenWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Measures what a select has left between its text and its arrow. */
function roomBesideText(select: SVGElement | HTMLElement): number {
  const { paddingLeft, paddingRight, font } = getComputedStyle(select);
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !(select instanceof HTMLSelectElement)) return Number.NEGATIVE_INFINITY;
  context.font = font;
  const { width } = context.measureText(select.selectedOptions[0]?.text ?? '');
  return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
}

/** Headings that leave the box they are in, which may hide what is beyond it. */
function tooWideNames(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      const box = heading.closest('.card, section, main') ?? document.body;
      const isInside = heading.getBoundingClientRect().right <= box.getBoundingClientRect().right;
      return isInside && heading.scrollWidth <= heading.clientWidth + 1 ? [] : [heading.outerHTML];
    }),
  );
}

/** Controls under 44 px in height; links inside of a sentence are text. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a[href], button, summary, select, input:not([type=hidden])').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const isText = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
      const isHidden = width <= 1 || height <= 1 || !element.checkVisibility();
      // The whole card is the target of its link.
      const isCard = element.matches('.card-link');
      if (isHidden || isText || isCard || height >= 43.5) return [];
      return [`${Math.round(width)} x ${Math.round(height)} ${element.outerHTML.slice(0, 100)}`];
    }),
  );
}
