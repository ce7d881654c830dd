import { createReadStream } from 'node:fs';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { slugFrom } from '#src/wire/basics/slugs.ts';
import type { Database, Queryable } from '../tables.ts';
import { inTransaction } from '../transactions.ts';
import { demoProducts } from './catalog/catalog.ts';
import { demoAffiliates, demoCoupons } from './catalog/demo-offers.ts';
import { type DemoPage, demoPages } from './catalog/demo-pages.ts';
import { insertReleases, prepareReleases, type SoldFiles } from './catalog/insert-releases.ts';
import { demoReviews } from './past/demo-reviews.ts';
import { MADE_KEYS } from './past/open-cases.ts';
import { generatePast, type PastOptions } from './past/past-sales.ts';
import { generateVisits } from './past/past-visits.ts';
import { dayAt, newRowId, startRandom } from './random.ts';

export type SeedOptions = {
  db: Database;
  now: Date;
  /** The demo's film and the file of products without versions go there. */
  files: { put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> };
  soldFiles: SoldFiles;
  hashPassword(password: string): Promise<string>;
  makeKey(prefix: string): string;
};

export async function seedDemoData({ db, now, files, soldFiles, hashPassword, makeKey }: SeedOptions): Promise<void> {
  await copyMedia(files);
  const releases = await prepareReleases(db, soldFiles, now);
  // Nobody is told this password.
  const affiliatePasswordHash = await hashPassword(newRowId());
  await inTransaction(db, async (tx) => {
    await insertCatalog(tx, now);
    await insertReleases(tx, releases);
    const affiliateOf = await insertAffiliates(tx, now, affiliatePasswordHash);
    await insertCoupons(tx, now, affiliateOf);
    await insertPast(tx, { now, random: startRandom(2025), affiliateOf, makeKey });
  });
}

async function copyMedia(files: SeedOptions['files']): Promise<void> {
  for (const name of MEDIA) {
    await files.put(name, createReadStream(new URL(`../../db/seed/media/${name}`, import.meta.url)));
  }
}

const MEDIA = ['grade-cinema.webm', 'corte-final-demo.zip'];

async function insertCatalog(tx: Queryable, now: Date): Promise<void> {
  const rows = demoProducts.map((product, index) => {
    const updatedAt = new Date(now.getTime() - (index * 9 + 2) * DAY_MS).toISOString();
    const publishedAt = new Date(now.getTime() - (400 + index) * DAY_MS).toISOString();
    return {
      ...product,
      slug: slugFrom(product.name),
      ...pageColumns(product.id),
      ...keyColumns(product.id),
      isFeatured: product.isFeatured ? (1 as const) : (0 as const),
      requiresActivation: product.requiresActivation ? (1 as const) : (0 as const),
      allowsQuantity: product.allowsQuantity ? (1 as const) : (0 as const),
      downloads: 0,
      createdAt: publishedAt,
      publishedAt: product.status === 'active' ? publishedAt : null,
      updatedAt,
      withdrawnAt: null,
    };
  });
  await tx.insertInto('products').values(rows).execute();
  const hosts = demoProducts.flatMap(({ id }) => demoPageOf(id).hosts.map((host) => ({ productId: id, ...host })));
  await tx.insertInto('productHosts').values(hosts).execute();
  const terms = rows.flatMap(({ id, licenseText, createdAt }) =>
    licenseText === null ? [] : { productId: id, version: 1, text: licenseText, createdAt },
  );
  await tx.insertInto('productTerms').values(terms).execute();
}

function pageColumns(productId: string) {
  const { tagline, body, media, faq, systems, gpuNote, licenseText } = demoPageOf(productId);
  return {
    tagline,
    body,
    media: JSON.stringify(media),
    faq: JSON.stringify(faq),
    systems: JSON.stringify(systems),
    gpuNote,
    licenseText,
  };
}

function keyColumns(productId: string) {
  const { prefix, machineLimit } = MADE_KEYS;
  return productId === MADE_KEYS.productId
    ? ({ keySource: 'made', keyPrefix: prefix, machineLimit, trialDays: 14 } as const)
    : ({ keySource: 'pool', keyPrefix: null, machineLimit: null, trialDays: 0 } as const);
}

function demoPageOf(productId: string): DemoPage {
  const page = demoPages[productId];
  if (!page) throw new Error(`The demo has no page for ${productId}.`);
  return page;
}

async function insertAffiliates(tx: Queryable, now: Date, passwordHash: string): Promise<Map<string, Affiliate>> {
  const affiliates = new Map<string, Affiliate>();
  const createdAt = new Date(now.getTime() - 160 * DAY_MS).toISOString();
  for (const { name, email, commissionRate, couponCode } of demoAffiliates) {
    const affiliate = { userId: newRowId(), commissionHundredths: commissionRate * 100 };
    const user = { id: affiliate.userId, email, name, passwordHash, isAdmin: 0, isAffiliate: 1, isActive: 1 } as const;
    await tx
      .insertInto('users')
      .values({ ...user, createdAt })
      .execute();
    await tx
      .insertInto('affiliates')
      .values({ ...affiliate, createdAt })
      .execute();
    affiliates.set(couponCode, affiliate);
  }
  return affiliates;
}

type Affiliate = { userId: string; commissionHundredths: number };

async function insertCoupons(tx: Queryable, now: Date, affiliateOf: Map<string, Affiliate>): Promise<void> {
  const createdAt = new Date(now.getTime() - 200 * DAY_MS).toISOString();
  const rows = demoCoupons.map((coupon) => ({
    id: `cupom-${coupon.code.toLowerCase()}`,
    code: coupon.code,
    name: coupon.name,
    description: coupon.description,
    type: affiliateOf.has(coupon.code) ? ('AFFILIATE' as const) : coupon.type,
    discountHundredths: coupon.type === 'FIXED' ? coupon.discountValue : coupon.discountValue * 100,
    maxUses: coupon.maxUses,
    used: 0,
    validFrom: dayAt(now, coupon.validFromOffsetDays),
    validTo: dayAt(now, coupon.validToOffsetDays),
    isActive: coupon.isActive ? (1 as const) : (0 as const),
    affiliateId: affiliateOf.get(coupon.code)?.userId ?? null,
    createdAt,
    updatedAt: createdAt,
  }));
  await tx.insertInto('coupons').values(rows).execute();
}

async function insertPast(tx: Queryable, options: PastOptions): Promise<void> {
  const past = generatePast(options);
  await insertAll(past.customers, (rows) => tx.insertInto('customers').values(rows).execute());
  await insertAll(past.purchases.toReversed(), (rows) => tx.insertInto('purchases').values(rows).execute());
  await insertAll(past.items, (rows) => tx.insertInto('purchaseItems').values(rows).execute());
  await insertAll(past.keys, (rows) => tx.insertInto('activationKeys').values(rows).execute());
  await insertAll(past.redemptions, (rows) => tx.insertInto('redemptions').values(rows).execute());
  await insertAll(past.affiliateSales, (rows) => tx.insertInto('affiliateSales').values(rows).execute());
  await insertAll(past.charges, (rows) => tx.insertInto('sandboxCharges').values(rows).execute());
  await insertAll(past.events, (rows) => tx.insertInto('purchaseEvents').values(rows).execute());
  await insertAll(past.machines, (rows) => tx.insertInto('machines').values(rows).execute());
  await insertAll(past.withdrawals, (rows) => tx.insertInto('withdrawals').values(rows).execute());
  await insertAll(past.reminders, (rows) => tx.insertInto('reminders').values(rows).execute());
  await insertAll(demoReviews(past, options.now), (rows) => tx.insertInto('reviews').values(rows).execute());
  await insertAll(generateVisits(past.purchases), (rows) => tx.insertInto('visitsByHour').values(rows).execute());
  for (const { couponId, used } of past.couponUses) {
    await tx.updateTable('coupons').set({ used }).where('id', '=', couponId).execute();
  }
  for (const { productId, downloads } of past.downloads) {
    await tx.updateTable('products').set({ downloads }).where('id', '=', productId).execute();
  }
}

/** SQLite limits the number of bound values. */
async function insertAll<Row>(rows: Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 200) await insert(rows.slice(start, start + 200));
}
