import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { SPECIFIED_TEXTS } from './specified-texts.ts';

/** What one worker's walks have seen: texts of the specification, and the files whose tests ran. */
type Seen = { texts: string[]; files: string[] };

const texts = new Set<string>();
const files = new Set<string>();

/** From now on the pages of a browser say which texts of the specification they show; those that were seen are not looked for. */
export async function watchTexts(context: BrowserContext): Promise<void> {
  const wanted = Object.values(SPECIFIED_TEXTS).flat();
  context.on('console', (message) => {
    const [, text] = message.text().split(MARK);
    if (text !== undefined) texts.add(text);
  });
  await context.addInitScript(reportShown, { wanted: wanted.filter((text) => !texts.has(text)), mark: MARK });
}

/**
 * What the pages show at the end of a walk: a page whose own scripts do not run says nothing before, and what was said last is
 * heard before an answer. One that is closed, or on its way to another, is let be.
 */
export async function readTexts(context: BrowserContext): Promise<void> {
  const wanted = Object.values(SPECIFIED_TEXTS)
    .flat()
    .filter((text) => !texts.has(text));
  const isOver = new Promise((resolve) => setTimeout(resolve, LONGEST_READING_MS).unref());
  const readings = context.pages().map((page) => page.evaluate(reportShown, { wanted, mark: MARK }));
  await Promise.race([Promise.allSettled(readings), isOver]);
}

const LONGEST_READING_MS = 2_000;

export function writeSeen(file: string): void {
  files.add(file);
}

/** Leaves for the end of the run what this worker has seen. */
export async function keepSeen(folder: string, worker: number): Promise<void> {
  const seen: Seen = { texts: [...texts], files: [...files] };
  await mkdir(join(folder, FOLDER), { recursive: true });
  await writeFile(join(folder, FOLDER, `${worker}.json`), JSON.stringify(seen));
}

/** What all workers of the run have seen. */
export async function readSeen(folder: string): Promise<{ texts: Set<string>; files: Set<string> }> {
  const names = await readdir(join(folder, FOLDER)).catch(() => []);
  const all = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, FOLDER, name), 'utf8'))),
  );
  const seen: Seen[] = all;
  return { texts: new Set(seen.flatMap((one) => one.texts)), files: new Set(seen.flatMap((one) => one.files)) };
}

const FOLDER = 'shown-texts';
const MARK = 'shown on a screen: ';

/** Runs in a page, before its own scripts: tells by the console what becomes visible, also what is gone a moment later. */
function reportShown({ wanted, mark }: { wanted: string[]; mark: string }): void {
  const SPOKEN = ['aria-label', 'placeholder', 'title', 'alt'];
  const MANY = 20;
  const TRIES = 3;
  const PAUSE_MS = 150;
  const missing = new Set(wanted);
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
    // A choice is drawn by the system: it can be seen where its field can.
    const seats = holdersIn(root, text).map((holder) => holder.closest('select') ?? holder);
    return [...speakers, ...seats].some((seat) => seat.checkVisibility({ visibilityProperty: true }));
  };
  // The page's own: a test may hold the clock.
  const later = setTimeout.bind(window);
  const check = (root: Element, tries = TRIES) => {
    const words = [plain(root.textContent), ...speakersIn(root).map(spokenBy)].join('\n');
    const there = [...missing].filter((text) => words.includes(text));
    const shown = there.filter((text) => isShown(root, text));
    for (const text of shown) {
      missing.delete(text);
      console.debug(`${mark}${text}`);
    }
    // What comes with a transition is hidden in the moment in which it comes.
    if (tries > 0 && shown.length < there.length && root.isConnected) later(() => check(root, tries - 1), PAUSE_MS);
  };
  const rootOf = (node: Node) => (node instanceof Element ? node : node.parentElement);
  const observer = new MutationObserver((records) => {
    if (missing.size === 0) return;
    const nodes = records.flatMap(({ type, target, addedNodes }) =>
      type === 'childList' ? [...addedNodes] : [target],
    );
    const roots = new Set(nodes.map(rootOf).filter((root) => root?.isConnected));
    if (roots.size > MANY) check(document.documentElement);
    else for (const root of roots) if (root) check(root);
  });
  const attributeFilter = [...SPOKEN, 'class', 'hidden', 'open', 'data-state'];
  observer.observe(document, { childList: true, characterData: true, subtree: true, attributeFilter });
  addEventListener('load', () => check(document.documentElement));
  if (document.readyState === 'complete') check(document.documentElement);
}
