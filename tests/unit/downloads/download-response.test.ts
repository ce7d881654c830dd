import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFiles as openStore } from '#src/gateways/files/files.ts';
import { downloadResponse } from '#src/http/responses/download-response.ts';

const BYTES = Buffer.alloc(2_000_000, 'corte final ');
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'));
  path = join(folder, 'plugin.zip');
  await writeFile(path, BYTES);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a download', () => {
  test('sends the file byte by byte under its own name', async () => {
    const response = await ask({}, { name: 'Grade “Cinema” ção.zip' });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(response.headers.get('content-length')).toBe(String(BYTES.length));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Grade Cinema cao.zip"; filename*=UTF-8''Grade%20%E2%80%9CCinema%E2%80%9D%20%C3%A7%C3%A3o.zip`,
    );
  });

  test.each([
    ['bytes=0-9', 206, 'bytes 0-9/2000000', 10],
    ['bytes=1999990-', 206, 'bytes 1999990-1999999/2000000', 10],
    ['bytes=-5', 206, 'bytes 1999995-1999999/2000000', 5],
    ['bytes=2000000-', 416, 'bytes */2000000', 0],
    ['bytes=0-1,5-6', 200, null, 2_000_000],
    ['pages=1-2', 200, null, 2_000_000],
    ['bytes=x', 200, null, 2_000_000],
  ])('responds to the range %s with %i', async (range, status, contentRange, length) => {
    const response = await ask({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect((await response.arrayBuffer()).byteLength).toBe(length);
  });

  test('goes on where the file is still the one that was begun', async () => {
    const { headers } = await ask({});
    const [tag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    expect(tag).toMatch(/^"[^"]+"$/);
    for (const ifRange of [tag, date]) {
      const rest = await ask({ range: 'bytes=1999990-', 'if-range': ifRange });
      expect([rest.status, rest.headers.get('etag')]).toEqual([206, tag]);
    }
    for (const ifRange of ['"another"', `W/${tag}`, new Date(0).toUTCString()]) {
      const whole = await ask({ range: 'bytes=1999990-', 'if-range': ifRange });
      expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, BYTES.length]);
    }
  });

  test('applies back pressure, and closes the file when the client disconnects', async () => {
    let taken = 0;
    const response = await ask(
      {},
      { waitForDrain: () => (++taken > 2 ? new Promise(() => undefined) : Promise.resolve()) },
    );
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.read();
    const third = reader?.read();
    await expect.poll(() => taken).toBe(3);
    const isThere = await Promise.race([third?.then(() => true), pause()]);

    expect(first?.value?.byteLength).toBeLessThanOrEqual(64 * 1024);
    expect(isThere).toBe(false);
    expect(await openFiles()).toContain(path);
    await reader?.cancel();
    await expect.poll(openFiles).not.toContain(path);
  });

  test('opens no file until the body is read', async () => {
    const head = await ask({}, { method: 'HEAD' });
    expect([head.body, head.headers.get('content-length')]).toEqual([null, '2000000']);
    await ask({});
    expect(await openFiles()).not.toContain(path);
  });
});

type Asked = { name?: string; method?: string; waitForDrain?: () => Promise<void> };

const abortResponse = () => {
  throw new Error('Nothing breaks off here.');
};

async function ask(
  headers: Record<string, string>,
  { name = 'plugin.zip', method = 'GET', waitForDrain }: Asked = {},
): Promise<Response> {
  const file = await openStore({ uploadsDir: folder }).find('/uploads/plugin.zip');
  if (!file) throw new Error('There is no file to download.');
  const asked = {
    request: new Request('http://loja.test/', { method, headers }),
    waitForDrain: waitForDrain ?? (() => Promise.resolve()),
    abortResponse,
  };
  return downloadResponse(asked, { kind: 'file', file: { ...file, name } });
}

function pause(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, 100, false));
}

/** The files that this process has open. */
async function openFiles(): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
}
