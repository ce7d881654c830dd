/**
 * Lighthouse's mobile profile on the pages that a visitor sees, each three times with the median shown.
 *
 *   npm run bench:lighthouse
 */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../support/browser/browser.ts';
import { openClient } from '../support/calls/client.ts';
import { startPurchase } from '../support/purchases/buy.ts';
import { startStoreProcess } from '../support/store/store.ts';

const RUNS = 3;
const LONE_PICTURE = 'lote';
/** The first plugin has a film and a gallery. */
const SHOP_PAGES = ['/', '/plugins/grade-cinema', `/plugins/${LONE_PICTURE}`, '/editores/premiere'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

const store = await startStoreProcess({ LOG_LEVEL: 'warn' });
const browser = await findBrowser();
console.log(browser.sentence);
const chrome = await launch({
  ...(browser.executablePath && { chromePath: browser.executablePath }),
  chromeFlags: ['--headless=new', ...browser.args],
});
try {
  await store.database().updateTable('products').set({ media: '[]' }).where('id', '=', LONE_PICTURE).execute();
  const { purchaseId } = await startPurchase(openClient(store.url));
  console.log(
    `| page | ${CATEGORIES.join(' | ')} | LCP ms | TBT ms | CLS |\n|---|${'---:|'.repeat(CATEGORIES.length + 3)}`,
  );
  const paths = [...SHOP_PAGES, '/checkout/grade-cinema', `/purchase/success/${purchaseId}`, '/login'];
  for (const path of paths) {
    console.log(await judge(path));
  }
} finally {
  chrome.kill();
  await store.stop();
}

async function judge(path: string): Promise<string> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await audit(path));
  const medians = (runs[0] ?? []).map((_, column) => median(runs.map((row) => row[column] ?? Number.NaN)));
  const shown = medians.map((value, column) => (column === medians.length - 1 ? value.toFixed(3) : Math.round(value)));
  return `| ${path.replace(/[0-9a-f]{32}/, '{id}')} | ${shown.join(' | ')} |`;
}

async function audit(path: string): Promise<number[]> {
  const result = await lighthouse(`${store.url}${path}`, { port: chrome.port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse gave nothing for ${path}`);
  const { categories, audits } = result.lhr;
  for (const [name, found] of Object.entries(audits)) {
    const isFinding = found.score !== null && found.score < 0.9 && found.scoreDisplayMode !== 'informative';
    if (isFinding && process.argv.includes('--findings'))
      console.log(`  ${path} ${name}: ${found.displayValue ?? found.title}`);
  }
  return [
    ...CATEGORIES.map((name) => (categories[name]?.score ?? Number.NaN) * 100),
    ...METRICS.map((name) => audits[name]?.numericValue ?? Number.NaN),
  ];
}

function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
