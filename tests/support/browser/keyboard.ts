import { expect, type Locator, type Page } from '@playwright/test';

/** Checks the focus outline of every stop. */
export async function tabTo(page: Page, target: Locator, mostStops = 60): Promise<void> {
  await expect(target).toBeVisible();
  // To find it by its name at each stop costs more than the stop does.
  let wanted = await target.elementHandle();
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(lookAtFocus, wanted);
    if (found.fault) await expectVisibleFocus(page);
    if (found.isGone) wanted = await target.elementHandle();
    if (found.isThere || (found.isGone && (await page.evaluate(lookAtFocus, wanted)).isThere)) return;
  }
  throw new Error(`${mostStops} times Tab did not lead to ${target}.`);
}

/** Avoids typing letters, which must follow each other within a second. */
export async function arrowTo(page: Page, target: Locator, mostStops = 40): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => before.evaluate((element) => element !== document.activeElement)).toBe(true);
  }
  throw new Error(`${mostStops} times the arrow did not lead to ${target}.`);
}

export async function expectVisibleFocus(page: Page): Promise<void> {
  const fault = async () => (await page.evaluate(lookAtFocus, null)).fault;
  await expect.poll(fault, { message: 'the focus is visible' }).toBe('');
}

/** Runs in the page. A page that was drawn anew may have put another element in the place of the wanted one. */
function lookAtFocus(wanted: Node | null): { fault: string; isThere: boolean; isGone: boolean } {
  const isThere = wanted !== null && wanted === document.activeElement;
  return { fault: findFault(document.activeElement), isThere, isGone: wanted !== null && !wanted.isConnected };

  function findFault(element: Element | null): string {
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const name = `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    // A hidden radio shows its focus on its label, a card on its frame.
    const frames: Element[] = [];
    for (let frame: Element | null = element; frame && frames.length < 5; frame = frame.parentElement)
      frames.push(frame);
    // A link that is stretched over its row shows it on what stretches it.
    const shown = frames.find((frame) =>
      [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(frame, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      }),
    );
    if (!shown) return `${name} shows no outline`;
    const own = element.getBoundingClientRect();
    const { left, right, top, bottom } = own.width > 1 ? own : shown.getBoundingClientRect();
    if (top < -1 || bottom > innerHeight + 1) return `${name} stands from ${top} to ${bottom}, outside of the screen`;
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1);
    // A control that is drawn by its frame alone is seen at the frame's edges.
    const middle = getComputedStyle(element).opacity === '0' ? [] : [(top + bottom) / 2];
    const isCovered = [top + 3, ...middle, bottom - 3].some((y) => {
      const above = document.elementFromPoint(x, y);
      return !above || !(shown.contains(above) || above.contains(shown));
    });
    return isCovered ? `${name} is covered` : '';
  }
}
