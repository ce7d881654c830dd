import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { readSettings } from '#src/config.ts';
import type { Shop } from '#src/domain/shop.ts';
import { openCheckoutQueue } from '#src/server/shop/checkout-queue.ts';
import { openKeyedMutex } from '#src/server/shop/keyed-mutex.ts';
import { openLicenseTickets } from '#src/server/shop/license-tickets.ts';
import { openLimits } from '#src/server/shop/open-limits.ts';
import { openShop } from '#src/server/shop/open-shop.ts';
import { type MemoryBank, openMemoryBank } from '../banks/memory-bank.ts';
import { createDatabase, isOnPostgres, templateOf } from '../postgres/postgres-databases.ts';
import { SHARED_SECRET } from '../shared-secret.ts';

export type World = {
  shop: Shop;
  bank: MemoryBank;
  now: number;
  orders: Ordered[];
  seen: Map<string, string[]>;
  /** The bank was unreadable or late at some time. */
  hadTrouble: boolean;
  webhooks: number;
  keys: number;
  restart(): Promise<void>;
  /** Another process on the same database; SQLite has one alone. */
  openSecondProcess(): Promise<void>;
  processes: Shop[];
  close(): Promise<void>;
};

export type Ordered = {
  key: string;
  /** Each item has one. */
  products: readonly [Product, ...Product[]];
  coupon: boolean;
  hasCode: boolean;
  placedAt: number;
  id: string;
  reference: string;
};

export const PRODUCTS = ['with-keys', 'without-keys'] as const;
export type Product = (typeof PRODUCTS)[number];
/** It has both of them in it. */
export const KIT = 'kit-of-both';
export const COUPON = 'PARCERIA';
export const OWNER = { id: 'owner' };
const START = Date.parse('2026-03-02T12:00:00.000Z');

export async function openWorlds(): Promise<{ begin(): Promise<World>; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'worlds-'));
  const copy = await (isOnPostgres() ? copiesOnPostgres() : copiesOfFile(folder));
  // Worlds share all of it but its database.
  const place = await copy();
  const opened = await openIn(folder, place.url);
  await opened.close();
  await place.remove();
  return {
    begin: async () => beginWorld(opened.shop, await copy()),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

type Place = { url: string; remove(): Promise<void> };

async function copiesOfFile(folder: string): Promise<() => Promise<Place>> {
  template ??= makeTemplate();
  const path = await template;
  let copies = 0;
  return async () => {
    copies += 1;
    const target = join(folder, `world-${copies}.sqlite`);
    await copyFile(path, target);
    return { url: `file:${target}`, remove: () => rm(target, { force: true }) };
  };
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'worlds-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'template.sqlite');
  await prepareIn(folder, `file:${path}`);
  return path;
}

async function copiesOnPostgres(): Promise<() => Promise<Place>> {
  const { database } = await templateOf('worlds', (url, folder) => prepareIn(folder, url));
  return async () => {
    const { url, leave } = await createDatabase(database);
    return { url, remove: leave };
  };
}

async function prepareIn(folder: string, databaseUrl: string): Promise<void> {
  const { shop, close } = await openIn(folder, databaseUrl);
  await prepare(shop);
  await close();
}

function openIn(folder: string, databaseUrl: string) {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    SHARED_SECRET,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'false',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
  });
  return openShop(settings, pino({ level: 'silent' }));
}

/** The rate limits count in real time, so they begin anew. */
export function passTime(world: World, ms: number): void {
  world.now += ms;
  world.shop = { ...world.shop, limits: openLimits() };
  world.processes = world.processes.map((shop) => ({ ...shop, limits: openLimits() }));
}

async function beginWorld(base: Shop, place: Place): Promise<World> {
  let database = await open(place);
  const tickets = await openLicenseTickets(database.db, new Date(START));
  const further: OpenDatabase[] = [];
  const bank = openMemoryBank(() => new Date(world.now));
  const shopOn = ({ db }: OpenDatabase): Shop => ({
    ...base,
    db,
    pix: bank,
    // The banks that it would read are those of a database that is closed.
    liveBanks: { ...base.liveBanks, refresh: async () => undefined },
    tickets,
    limits: openLimits(),
    // A slow machine must not refuse orders.
    checkoutQueue: openCheckoutQueue({ longestWaitMs: 60_000 }),
    clock: { now: () => new Date(world.now) },
    drawQrCode: async () => 'png',
    mail: {
      atOnce: 4,
      longestSendMs: 60_000,
      send: async () => {},
      render: async () => ({ subject: '', html: '', text: '' }),
      async *check() {},
      forget: async () => {},
      close: () => {},
    },
  });
  const shop = shopOn(database);
  const world: World = {
    shop,
    processes: [shop],
    bank,
    now: START,
    orders: [],
    seen: new Map(),
    hadTrouble: false,
    webhooks: 0,
    keys: 0,
    async restart() {
      await database.close();
      database = await open(place);
      world.shop = shopOn(database);
      world.processes = [world.shop];
    },
    async openSecondProcess() {
      const second = await open(place);
      further.push(second);
      world.processes.push({ ...shopOn(second), mutex: openKeyedMutex() });
    },
    async close() {
      await database.close();
      for (const other of further) await other.close();
      await place.remove();
    },
  };
  return world;
}

/** Skips SQLite's syncing, since no power is cut here. */
async function open({ url }: Place): Promise<OpenDatabase> {
  const database = await openDatabase(url, { poolSize: 4 });
  database.sqlite?.pragma('synchronous = OFF');
  return database;
}

async function prepare({ db }: Shop): Promise<void> {
  const createdAt = new Date(START).toISOString();
  const blank = { description: '', originalPriceCents: null, status: 'active', image: '', categoryId: null } as const;
  const rest = { systemRequirements: '', isFeatured: 0, downloadUrl: '', videoUrl: null, downloads: 0 } as const;
  for (const id of PRODUCTS) {
    await db
      .insertInto('products')
      .values({
        ...blank,
        ...rest,
        id,
        name: id,
        priceCents: 9_990,
        requiresActivation: id === 'with-keys' ? 1 : 0,
        createdAt,
        updatedAt: createdAt,
        withdrawnAt: null,
      })
      .execute();
  }
  const kit = { id: KIT, name: KIT, kind: 'kit', priceCents: 14_989, requiresActivation: 0 } as const;
  await db
    .insertInto('products')
    .values({ ...blank, ...rest, ...kit, createdAt, updatedAt: createdAt, withdrawnAt: null })
    .execute();
  const parts = PRODUCTS.map((productId, position) => ({ kitId: KIT, productId, position }));
  await db.insertInto('kitParts').values(parts).execute();
  for (const number of [1, 2]) {
    const key = { id: `key-${number}`, productId: 'with-keys', key: `KEY-${number}`, createdAt };
    await db.insertInto('activationKeys').values(key).execute();
  }
  const partner = { id: 'partner', email: 'parceira@loja.test', name: 'Parceira', passwordHash: '' };
  await db
    .insertInto('users')
    .values({ ...partner, isAdmin: 0, isAffiliate: 1, isActive: 1, createdAt })
    .execute();
  await db.insertInto('affiliates').values({ userId: 'partner', commissionHundredths: 1_000, createdAt }).execute();
  const coupon = { id: 'coupon', code: COUPON, name: COUPON, description: '', type: 'AFFILIATE' } as const;
  const terms = { discountHundredths: 1_000, maxUses: 3, used: 0, validFrom: '2020-01-01', validTo: '2040-01-01' };
  await db
    .insertInto('coupons')
    .values({
      ...coupon,
      ...terms,
      isActive: 1,
      affiliateId: 'partner',
      createdAt,
      updatedAt: createdAt,
      withdrawnAt: null,
    })
    .execute();
}
