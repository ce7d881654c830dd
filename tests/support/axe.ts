import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a theme changes: the rest of the rules would find in the dark what they found in the light. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** No violation of WCAG 2.2 AA and of axe's best practice, in the light and in the dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    await page.evaluate(settleColors);
    // No page has a frame of another site, for which alone axe would open a second page each time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(COLOR_RULES)).analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`),
    );
    expect(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Runs in the page: colours that are on their way to the other theme would be judged half-way. A browser that draws no frame for
 * a while, or never ends a transition of what it no longer shows, is not waited for longer than they could take.
 */
async function settleColors(): Promise<void> {
  const longest = () => new Promise((resolve) => setTimeout(resolve, 2_000));
  const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.race([drawn, longest()]);
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.race([Promise.allSettled(transitions.map(({ finished }) => finished)), longest()]);
}
