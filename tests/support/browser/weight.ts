import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, type Request, type Response } from '@playwright/test';
import { openAlive } from './checkout.ts';

export type Weight = {
  /** Bytes after gzip. */
  scripts: Map<string, number>;
  page: number;
  code: string;
};

/** Measures everything loaded until hydration, `there` and pending scripts; all must be compressed. */
export async function measureWeight(page: Page, path: string, there?: Locator): Promise<Weight> {
  const responses: Response[] = [];
  const addResponse = (response: Response) => responses.push(response);
  page.on('response', addResponse);
  const quiet = watchCode(page);
  await openAlive(page, path);
  if (there) await expect(there).toBeVisible();
  await quiet();
  page.off('response', addResponse);

  const weight: Weight = { scripts: new Map(), page: 0, code: '' };
  for (const response of responses) {
    const kind = response.request().resourceType();
    if (!CODE.includes(kind) || response.status() !== 200) continue;
    if (kind === 'script') {
      const { bytes, code } = await (known.get(response.url()) ?? weigh(response));
      weight.scripts.set(new URL(response.url()).pathname, bytes);
      weight.code += code;
    } else weight.page += (await weigh(response)).bytes;
  }
  return weight;
}

async function weigh(response: Response): Promise<Weighed> {
  const body = await response.body();
  if (body.length > SMALL)
    expect(await response.headerValue('content-encoding'), response.url()).toMatch(/^(br|gzip)$/);
  const weighed = { bytes: gzipSync(body).length, code: body.toString('utf8') };
  known.set(response.url(), weighed);
  return weighed;
}

type Weighed = { bytes: number; code: string };

/** The screens share most of their scripts. */
const known = new Map<string, Weighed>();

export function sum(sizes: Map<string, number>, without?: RegExp): number {
  return [...sizes].reduce((total, [name, bytes]) => (without?.test(name) ? total : total + bytes), 0);
}

/** Returns a function that waits until no script is loading; ignores event streams. */
function watchCode(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = Date.now();
  const begin = (request: Request) => {
    if (!CODE.includes(request.resourceType())) return;
    underWay.add(request);
    changedAt = Date.now();
  };
  const end = (request: Request) => {
    if (underWay.delete(request)) changedAt = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return async () => {
    await expect.poll(() => underWay.size === 0 && Date.now() - changedAt > QUIET_MS, { intervals: [50] }).toBe(true);
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  };
}

const CODE = ['document', 'stylesheet', 'script'];
const QUIET_MS = 400;
const SMALL = 1_400;
