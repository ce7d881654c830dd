import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';

/** Half as long as `axe.source`. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ALL: RunOptions['runOnly'] = { type: 'tag', values: RULES };
const COLORS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const DESKTOP_WIDTH = 1_024;

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await show(page, 'light');
  expect(await complaints(page, ALL), `${screen}, light`).toEqual([]);
  // A narrower screen has the same dark colors as a desktop, where the walk is taken on both.
  const isOnDesktopToo = test.info().tags.includes('@every-size');
  if (isOnDesktopToo && (page.viewportSize()?.width ?? 0) < DESKTOP_WIDTH) return;
  await show(page, 'dark');
  expect(await complaints(page, COLORS), `${screen}, dark`).toEqual([]);
}

/** Judges a page that is not the shop's and has colors of its own. */
export function axeProblems(page: Page): Promise<string[]> {
  return complaints(page, ALL);
}

/** Axe needs scripts, which a sandboxed frame has not, so what it shows is judged as a page of its own. */
export async function expectFrameAccessible(page: Page, title: string): Promise<void> {
  const shown = await page
    .locator(`iframe[title="${title}"]`)
    .evaluate((frame: HTMLIFrameElement) => [
      frame.contentDocument?.documentElement.outerHTML ?? '',
      frame.clientWidth,
    ]);
  const [html, width] = shown as [string, number];
  const alone = await page.context().newPage();
  await alone.setViewportSize({ width, height: 900 });
  const address = new URL('/frame-alone', page.url()).href;
  const body = `<!doctype html>${html}`;
  await alone.route(address, (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }));
  await alone.goto(address);
  for (const theme of ['light', 'dark']) {
    await alone.evaluate((name) => {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(name);
    }, theme);
    await alone.evaluate(settleColors);
    const problems = await complaints(alone, theme === 'light' ? ALL : COLORS);
    // The page around the frame has the first heading, where the frame itself has none.
    expect(
      problems.filter((problem) => !problem.startsWith('page-has-heading-one')),
      `${title}, ${theme}`,
    ).toEqual([]);
  }
  await alone.close();
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
  await page.evaluate(settleColors);
}

async function complaints(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  // Injecting axe costs as much as a run, so it is done once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Skips describing passed rules, which costs more than checking them, and half a second for each frame, in which axe is not.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false };
  const violations = await page.evaluate(runAxe, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`),
  );
}

async function runAxe(options: RunOptions): Promise<AxeResults['violations']> {
  return (await window.axe.run(document, options)).violations;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Runs in the page. Finishes color transitions, repeatedly, since ending one can start an inherited one. */
function settleColors(): void {
  const MOST_DEPTH = 20;
  for (let depth = 0; depth < MOST_DEPTH; depth++) {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    const moving = transitions.filter(({ playState }) => playState === 'running');
    if (moving.length === 0) return;
    for (const transition of moving) transition.finish();
  }
}
