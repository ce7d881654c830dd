import { randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { listenAnywhere } from '../../support/banks/http.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { findBrowser } from '../../support/browser/browser.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { buy } from '../../support/purchases/buy.ts';
import { publishVersion } from '../../support/purchases/releases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';

const PRODUCT = 'lote';
const SIZE_BYTES = scaled(24, 480) * 1024 * 1024;
const CUTS = 3;

const store = startStoreForFile();

test('a browser whose download is cut off goes on where it stood', async ({ task }) => {
  const bytes = randomFillSync(Buffer.alloc(SIZE_BYTES));
  await publishVersion(await login(store), PRODUCT, { version: '9.0', url: store.url, files: { 'a.zip': bytes } });
  const { id } = await buy(openClient(store.url), { productId: PRODUCT });
  const line = await openBadLine(Number(new URL(store.url).port));
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  try {
    const page = await browser.newPage();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.goto(`${line.url}/api/payments/download/${id}`).catch(() => undefined),
    ]);
    const path = await download.path();
    expect(line.cuts()).toBe(CUTS);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    // The bytes that were sent twice lay between the browser and its disk at a cut.
    const share = line.sentBytes() / SIZE_BYTES;
    recordFigure(task, { name: 'bytes sent, in % of the file', value: Math.round(share * 100) });
    expect(share).toBeLessThan(1.5);
  } finally {
    await browser.close();
    await line.close();
  }
});

/** Passes bytes on, and ends the connection after each quarter of the file, three times. */
async function openBadLine(port: number) {
  let sent = 0;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      // A connection that is cut tells so at its other end.
      socket.on('error', () => client.destroy()).on('close', () => sockets.delete(socket));
    }
    let passed = 0;
    client.pipe(behind);
    behind.on('data', (chunk: Buffer) => {
      const room = client.write(chunk);
      passed += chunk.length;
      sent += chunk.length;
      if (cuts < CUTS && passed > SIZE_BYTES / (CUTS + 1)) {
        cuts += 1;
        behind.destroy();
        client.end();
      } else if (!room) {
        behind.pause();
        client.once('drain', () => behind.resume());
      }
    });
    behind.on('end', () => client.end());
  });
  return {
    url: await listenAnywhere(server),
    cuts: () => cuts,
    sentBytes: () => sent,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
