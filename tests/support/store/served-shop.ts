import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { readSettings } from '#src/config.ts';
import type { Shop } from '#src/domain/shop.ts';
import { type AstroHandler, buildApp } from '#src/server/requests/app.ts';
import { openShop } from '#src/server/shop/open-shop.ts';
import { closeServer, listenAnywhere } from '../banks/http.ts';

/** The built store in this process, for dependencies that cannot be passed to another process. */
export type ServedShop = { url: string; shop: Shop; close(): Promise<void> };

/** A part that `change` replaces is still closed. */
export async function serveShop(change: (shop: Shop) => Shop): Promise<ServedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'served-'));
  const settings = readSettings({
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
  });
  const log = pino({ level: 'silent' });
  const opened = await openShop(settings, log);
  const shop = change(opened.shop);
  const clientDir = fileURLToPath(new URL('../../../dist/client', import.meta.url));
  const server = createServer(buildApp({ ...opened, shop, settings, log, clientDir, astro: await loadPages() }));
  const url = await listenAnywhere(server);
  return {
    url,
    shop,
    async close() {
      await closeServer(server);
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function loadPages(): Promise<AstroHandler> {
  const entry = pathToFileURL(fileURLToPath(new URL('../../../dist/server/entry.mjs', import.meta.url)));
  const built: { handler: AstroHandler } = await import(/* @vite-ignore */ entry.href);
  return built.handler;
}
