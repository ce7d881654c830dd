import { cpSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Database } from '#db/tables.ts';
import { readSettings } from '#src/config.ts';
import type { PixProvider, SandboxProvider } from '#src/domain/payments/pix-provider.ts';
import { simulatePayment } from '#src/domain/payments/simulate-payment.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Clock, Shop } from '#src/domain/shop.ts';
import { type OpenShop, openShop } from '#src/server/shop/open-shop.ts';
import { createDatabase, isOnPostgres, templateOf } from '../postgres/postgres-databases.ts';
import { SHARED_SECRET } from '../shared-secret.ts';
import { openPostgresDatabase, openStoreDatabase } from './store-database.ts';

export type OpenTestShop = {
  shop: Shop;
  sandbox: SandboxProvider;
  file: string;
  whileLeading: OpenShop['whileLeading'];
  /** Another connection, as another process has; the caller destroys it. */
  openElsewhere(): Database;
  with(changes: { pix?: PixProvider; clock?: Clock }): Shop;
  close(): Promise<void>;
};

/** Opens a copy of the demo shop. `connections` to PostgreSQL are at most so many: each one costs as much as a test. */
export async function openTestShop({ connections = 3 } = {}): Promise<OpenTestShop> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  const { url, remove } = await (isOnPostgres() ? layOnPostgres(folder) : layInFile(folder));
  const { shop, whileLeading, close } = await openIn(folder, url, connections);
  const { pix } = shop;
  if (!isSandbox(pix)) throw new Error('The shop was not opened with the sandbox bank.');
  return {
    shop,
    sandbox: pix,
    file: fileIn(folder),
    whileLeading,
    openElsewhere: () => (isOnPostgres() ? openPostgresDatabase(url) : openStoreDatabase(fileIn(folder))),
    with: (changes) => ({ ...shop, ...changes }),
    async close() {
      await close();
      await remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Laid = { url: string; remove(): Promise<void> };

async function layInFile(folder: string): Promise<Laid> {
  template ??= makeTemplate();
  // The other `cp` is written in JavaScript, and takes three times as long for a folder.
  cpSync(await template, folder, { recursive: true });
  return { url: urlIn(folder), remove: async () => undefined };
}

async function layOnPostgres(folder: string): Promise<Laid> {
  const made = await templateOf('shop', async (url, target) => {
    const { close } = await openIn(target, url);
    await close();
  });
  cpSync(made.folder, folder, { recursive: true });
  const { url, leave } = await createDatabase(made.database);
  return { url, remove: leave };
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { close } = await openIn(folder, urlIn(folder));
  await close();
  return folder;
}

function openIn(folder: string, databaseUrl: string, connections = 2) {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(connections),
    SHARED_SECRET,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
  });
  return openShop(settings, pino({ level: 'silent' }));
}

function urlIn(folder: string): string {
  return `file:${fileIn(folder)}`;
}

function fileIn(folder: string): string {
  return join(folder, 'store.sqlite');
}

export async function sell(shop: Shop, productId: string, couponCode?: string): Promise<string> {
  const buyer = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br' };
  const order = { ...buyer, paymentMethod: 'pix', productId, couponCode } as const;
  const { purchaseId, transactionId } = await startPayment(shop, order, { idempotencyKey: null, clientNetwork: '' });
  await simulatePayment(shop, transactionId, 'pay');
  return purchaseId;
}

function isSandbox(pix: PixProvider): pix is SandboxProvider {
  return 'simulate' in pix;
}
