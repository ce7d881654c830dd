import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, type Response } from '@playwright/test';

export type Weight = {
  /** Bytes after gzip, whatever the server chose to send. */
  scripts: Map<string, number>;
  page: number;
  /** The scripts as text, to see what is in them. */
  code: string;
};

/**
 * Opens a page and weighs what it loads until the network rests, and what comes last is `there`. Nothing that can be compressed
 * may come uncompressed.
 */
export async function weigh(page: Page, path: string, there?: Locator): Promise<Weight> {
  const responses: Response[] = [];
  const note = (response: Response) => responses.push(response);
  page.on('response', note);
  await page.goto(path);
  await page.waitForLoadState('load');
  if (there) await expect(there).toBeVisible();
  await page.waitForTimeout(QUIET_MS);
  page.off('response', note);

  const weight: Weight = { scripts: new Map(), page: 0, code: '' };
  for (const response of responses) {
    const kind = response.request().resourceType();
    if (!['document', 'stylesheet', 'script'].includes(kind) || response.status() !== 200) continue;
    const body = await response.body();
    if (body.length > SMALL)
      expect(await response.headerValue('content-encoding'), response.url()).toMatch(/^(br|gzip)$/);
    const bytes = gzipSync(body).length;
    if (kind === 'script') {
      weight.scripts.set(new URL(response.url()).pathname, bytes);
      weight.code += body.toString('utf8');
    } else weight.page += bytes;
  }
  return weight;
}

export function sum(sizes: Map<string, number>, without?: RegExp): number {
  return [...sizes].reduce((total, [name, bytes]) => (without?.test(name) ? total : total + bytes), 0);
}

/** An open event stream keeps the network busy for ever: this long without waiting for it, late imports have begun. */
const QUIET_MS = 1_500;
/** Not worth compressing. */
const SMALL = 1_400;
