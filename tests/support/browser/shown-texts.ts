import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { SPECIFIED_TEXTS } from './specified-texts.ts';

type Seen = { texts: string[]; files: string[] };

const texts = new Set<string>();
const files = new Set<string>();

/** Pages report which texts of the specification they show; known ones are skipped. */
export async function watchTexts(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const [, text] = message.text().split(MARK);
    if (text !== undefined) texts.add(text);
  });
  await context.addInitScript(findShown, { wanted: unseenTexts(), mark: MARK });
}

/** Asks each page at the end of a walk, because a page whose own scripts do not run reports nothing before. */
export async function readTexts(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(readPage));
}

/** A page that is left at once may not have reported what it showed last. */
export async function readPage(page: Page): Promise<void> {
  let isMoving = unseenTexts().length > 0;
  while (isMoving && !page.isClosed()) {
    try {
      const found = await page.evaluate(findShown, { wanted: unseenTexts(), mark: null });
      for (const text of found.shown) texts.add(text);
      isMoving = found.isMoving;
    } catch (error) {
      if (!/context was destroyed|has been closed/.test(String(error))) throw error;
    }
  }
}

function unseenTexts(): string[] {
  return Object.values(SPECIFIED_TEXTS)
    .flat()
    .filter((text) => !texts.has(text));
}

export function writeSeen(file: string): void {
  files.add(file);
}

/** What earlier workers of this run saw is not looked for again. */
export async function recallSeen(folder: string): Promise<void> {
  const seen = await readSeen(folder);
  for (const text of seen.texts) texts.add(text);
}

export async function keepSeen(folder: string, worker: number): Promise<void> {
  const seen: Seen = { texts: [...texts], files: [...files] };
  await mkdir(join(folder, FOLDER), { recursive: true });
  const file = join(folder, FOLDER, `${worker}.json`);
  // Under its name it is whole, since another worker may begin and read it meanwhile.
  await writeFile(`${file}.part`, JSON.stringify(seen));
  await rename(`${file}.part`, file);
}

export async function readSeen(folder: string): Promise<{ texts: Set<string>; files: Set<string> }> {
  const names = await readdir(join(folder, FOLDER)).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.json'));
  const all = await Promise.all(
    whole.map(async (name) => JSON.parse(await readFile(join(folder, FOLDER, name), 'utf8'))),
  );
  const seen: Seen[] = all;
  return { texts: new Set(seen.flatMap((one) => one.texts)), files: new Set(seen.flatMap((one) => one.files)) };
}

const FOLDER = 'shown-texts';
const MARK = 'shown on a screen: ';

/** Runs in the page. With a mark it also reports what becomes visible later, even if it is gone a moment after. */
function findShown({ wanted, mark }: { wanted: string[]; mark: string | null }): {
  shown: string[];
  isMoving: boolean;
} {
  const SPOKEN = ['aria-label', 'placeholder', 'title', 'alt'];
  const MANY = 20;
  const SHORT = 100;
  const PAUSE_MS = 100;
  const SHORTEST_PAUSE_MS = 150;
  const LONGEST_PAUSE_MS = 2_400;
  const missing = new Set(wanted);
  if (missing.size === 0) return { shown: [], isMoving: false };
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  const spokenBy = (element: Element) => SPOKEN.map((name) => element.getAttribute(name) ?? '').join('\n');
  const speakersIn = (root: Element) => [root, ...root.querySelectorAll(SPOKEN.map((name) => `[${name}]`).join())];
  const holdersIn = (root: Element, text: string): Element[] => {
    if (!plain(root.textContent).includes(text)) return [];
    const inner = [...root.children].flatMap((child) => holdersIn(child, text));
    return inner.length > 0 ? inner : [root];
  };
  const isShown = (root: Element, text: string) => {
    const speakers = speakersIn(root).filter((element) => spokenBy(element).includes(text));
    // Options are drawn by the system and count as visible with their field.
    const seats = holdersIn(root, text).map((holder) => holder.closest('select') ?? holder);
    return [...speakers, ...seats].some((seat) => seat.checkVisibility({ visibilityProperty: true }));
  };
  const textsIn = (root: Element) => {
    const words = [plain(root.textContent), ...speakersIn(root).map(spokenBy)].join('\n');
    const there = [...missing].filter((text) => words.includes(text));
    const shown = there.filter((text) => isShown(root, text));
    return { shown, isHidden: shown.length < there.length };
  };
  const isOnItsWay = ({ playState, timeline, effect }: Animation) =>
    playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity;
  if (mark === null) {
    const { shown, isHidden } = textsIn(document.documentElement);
    return { shown, isMoving: isHidden && document.getAnimations().some(isOnItsWay) };
  }

  const check = (root: Element) => {
    const { shown, isHidden } = textsIn(root);
    for (const text of shown) {
      missing.delete(text);
      console.debug(`${mark}${text}`);
    }
    return isHidden;
  };
  // The original, since a test may freeze the clock.
  const [later, forget] = [setTimeout.bind(window), clearTimeout.bind(window)];
  let next: { pauseMs: number; timer: ReturnType<typeof setTimeout> } | null = null;
  // An element that comes with a transition is hidden at first, and no event tells when it is shown.
  const checkAgain = (pauseMs: number) => {
    if (next && next.pauseMs <= pauseMs) return;
    if (next) forget(next.timer);
    const timer = later(() => {
      next = null;
      if (check(document.documentElement)) checkAgain(Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
    }, pauseMs);
    next = { pauseMs, timer };
  };
  const see = (root: Element) => {
    if (check(root)) checkAgain(SHORTEST_PAUSE_MS);
  };
  const rootOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
  // Many small changes come in one moment, and what is shown at all is shown for longer than this pause.
  const changed = new Set<Element>();
  let isWaiting = false;
  const checkChanged = () => {
    isWaiting = false;
    const roots = changed.size > MANY ? [document.documentElement] : [...changed].filter((root) => root.isConnected);
    changed.clear();
    roots.forEach(see);
  };
  const observer = new MutationObserver((records) => {
    if (missing.size === 0) return;
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const root = rootOf(node);
        // What a button says while it waits may be gone sooner than the pause ends.
        if (root && root.textContent.length <= SHORT) see(root);
        else if (root) changed.add(root);
      }
    }
    if (isWaiting || changed.size === 0) return;
    isWaiting = true;
    later(checkChanged, PAUSE_MS);
  });
  // What a walk presses next may take away what it has just seen, before the pause ends.
  for (const deed of ['pagehide', 'pointerdown', 'keydown']) addEventListener(deed, checkChanged, { capture: true });
  const attributeFilter = [...SPOKEN, 'class', 'hidden', 'open', 'data-state'];
  observer.observe(document, { childList: true, characterData: true, subtree: true, attributeFilter });
  addEventListener('load', () => see(document.documentElement));
  return { shown: [], isMoving: false };
}
