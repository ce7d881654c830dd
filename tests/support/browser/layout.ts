import type { Page } from '@playwright/test';
import { expect } from './browser-fixture.ts';

/** Everything that reads badly in what is on the page now: empty when all fits. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findLayoutFaults);
}

/** Runs in the page. */
function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    faults.push(`the page scrolls ${root.scrollWidth - root.clientWidth} px sideways`);
  const controls = [
    ...document.querySelectorAll('a[class*=button], button, input:not([type=hidden]), select, textarea'),
  ]
    .filter((control) => isShown(control) && !isAfloat(control))
    .map((control) => ({
      control,
      rect: control.getBoundingClientRect(),
      label: control.closest('label'),
    }));
  const texts = shownTexts();
  for (const { text, rects, element } of texts) {
    const named = `“${text.slice(0, 40)}” in ${describe(element)}`;
    if (/\d\d\/\d\d\/\d{4}/.test(text)) judgeCut(named, element);
    const isCode = element.closest('.code') !== null;
    if (!isCode && /R\$\s?\d/.test(text)) judgeMoney(named, element);
    if (!isCode) judgeWords(named, text, rects);
    const label = element.closest('label');
    for (const { control, rect: box, label: controlLabel } of isAfloat(element) ? [] : controls) {
      if (label !== null && controlLabel === label) continue;
      if (!rects.some((rect) => overlap(rect, box))) continue;
      if (!control.contains(element) && !element.contains(control))
        faults.push(`${named} is under ${describe(control)}`);
    }
    const row = element.closest('tr');
    const cell = element.closest('td');
    const others = cell ? texts.filter((other) => other.element !== element && cell.contains(other.element)) : [];
    if (others.some((other) => other.rects.some((one) => rects.some((rect) => overlap(rect, one)))))
      faults.push(`${named} is over another text of its cell`);
    const box = row?.getBoundingClientRect();
    if (box && rects.some((rect) => rect.top < box.top + 1 || rect.bottom > box.bottom - 1))
      faults.push(`${named} touches the border of its row`);
    if (rects.some((rect) => rect.right > root.clientWidth + 1) && !scrollerOf(element))
      faults.push(`${named} leaves the page`);
  }
  return [...new Set(faults)];

  /** Short words end up on more lines than there are of them only where one is broken. */
  function judgeWords(named: string, text: string, rects: readonly DOMRect[]): void {
    const words = text.split(/\s+|(?<=[-/])/);
    const lines = new Set(rects.map(({ bottom }) => Math.round(bottom)));
    if (words.every(({ length }) => length <= 12) && lines.size > words.length)
      faults.push(`${named} is broken inside a word`);
  }

  function judgeCut(named: string, element: Element): void {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === 'visible' || overflowX === 'auto' || overflowX === 'scroll') continue;
      if (textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth) faults.push(`${named} is cut`);
    }
  }

  function judgeMoney(named: string, element: Element): void {
    judgeCut(named, element);
    for (const node of textNodesOf(element)) {
      for (const amount of (node.textContent ?? '').matchAll(/(?:R\$\s)?[\d.]+,\d\d/g)) {
        const range = document.createRange();
        range.setStart(node, amount.index);
        range.setEnd(node, amount.index + amount[0].length);
        const tops = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        );
        if (tops.size > 1) faults.push(`${named} is on ${tops.size} lines`);
        const cell = element.closest('td, dd')?.getBoundingClientRect();
        if (cell && range.getBoundingClientRect().right > cell.right + 1) faults.push(`${named} leaves its cell`);
      }
    }
  }

  function shownTexts(): { text: string; rects: DOMRect[]; element: Element }[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { text: string; rects: DOMRect[]; element: Element }[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!text || !element || !isShown(element) || element.closest('svg, script, style, option')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()]
        .map((rect) => clipped(rect, element))
        .filter((rect) => rect.width > 1 && rect.height > 1);
      if (rects.length > 0) texts.push({ text, rects, element });
    }
    return texts;
  }

  /** Returns what its scrolling and hiding ancestors let be seen of it. */
  function clipped(rect: DOMRect, element: Element): DOMRect {
    let { left, top, right, bottom } = rect;
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(box);
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue;
      const frame = box.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return new DOMRect(left, top, right - left, bottom - top);
  }

  function textNodesOf(element: Element): Node[] {
    return [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 2 && height > 3;
  }

  /** An element that stays in view lies over what is scrolled below it. */
  function isAfloat(element: Element): boolean {
    for (let box: Element | null = element; box; box = box.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true;
    }
    return false;
  }

  function scrollerOf(element: Element): Element | null {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(box).overflowX)) return box;
    }
    return null;
  }

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function describe(element: Element): string {
    return `${element.outerHTML.split('>')[0]?.slice(0, 140)}>`;
  }
}

/** Of the table that is open, whatever the window's width. */
export async function expectColumnsFit(page: Page, path: string): Promise<void> {
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(squeezed), `${path} at ${width} px`).toEqual([]);
    expect(await page.evaluate(cutFigures), `${path} at ${width} px`).toEqual([]);
  }
}

/** Dates and figures that end in three dots. */
function cutFigures(): string[] {
  return [...document.querySelectorAll('tbody td')].flatMap((cell) => {
    const isFigure = cell.querySelector('time') !== null || getComputedStyle(cell).textAlign === 'right';
    return isFigure && cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent ?? ''] : [];
  });
}

/** The columns whose name does not fit, or in which nothing would. */
function squeezed(): string[] {
  const LEAST = 70;
  return [...document.querySelectorAll('thead')].flatMap((head) =>
    [...head.querySelectorAll('th')].flatMap((heading) => {
      const { width } = heading.getBoundingClientRect();
      const name = heading.querySelector('span') ?? heading;
      // Those of the checkbox and of the menu are as wide as these.
      const isNamed = !heading.querySelector('.sr-only, input');
      const isShown = isNamed && getComputedStyle(heading).display !== 'none';
      return isShown && (width < LEAST || name.scrollWidth > name.clientWidth + 1)
        ? [`${heading.textContent}: ${width}`]
        : [];
    }),
  );
}
