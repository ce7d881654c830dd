import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { GATE_FLAGS } from '#src/client/session.ts';
import { MANUAL_PICTURE } from '#src/wire/manual/parse-manual.ts';
import { findBrowser } from './support/browser/browser.ts';
import { openAlive } from './support/browser/checkout.ts';
import { type Store, startStoreProcess } from './support/store/store.ts';

/** Draws the pictures of `docs/manual` again, from the screens of a demo store, into `public/manual`. */
const FOLDER = fileURLToPath(new URL('../public/manual/', import.meta.url));
const SETTLED_MS = 1_500;

await mkdir(FOLDER, { recursive: true });
const store = await startStoreProcess();
const { executablePath, args } = await findBrowser();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
try {
  const context = await browser.newContext({
    ...{ baseURL: store.url, viewport: MANUAL_PICTURE, colorScheme: 'light', reducedMotion: 'reduce' },
    ...{ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' },
  });
  await enter(context, store);
  for (const [name, path] of Object.entries(await screensOf(store))) await draw(context, name, path);
} finally {
  await browser.close();
  await store.stop();
}

async function enter(context: BrowserContext, { admin, gatePassword }: Store): Promise<void> {
  const sent = [await context.request.post('/api/auth/login', { data: admin })];
  for (const gate of ['products', 'activation-keys']) {
    sent.push(await context.request.post(`/api/admin/gates/${gate}`, { data: { password: gatePassword } }));
  }
  if (sent.some((response) => !response.ok())) throw new Error('The demo store let nobody in.');
  await context.addInitScript((flags) => {
    for (const flag of flags) localStorage.setItem(flag, 'true');
  }, Object.values(GATE_FLAGS));
}

async function screensOf({ database }: Store): Promise<Record<string, string>> {
  const paid = database()
    .selectFrom('purchases')
    .select(['id', 'customerId'])
    .where('status', '=', 'COMPLETED')
    .where('productId', '=', 'curva-motion')
    .orderBy('createdAt', 'desc');
  const sale = await paid.executeTakeFirstOrThrow();
  return {
    dashboard: '/admin',
    produto: '/admin/products?id=grade-cinema',
    versoes: '/admin/products?id=curva-motion&aba=versoes',
    chaves: '/admin/activation-keys',
    venda: `/admin/sales?id=${sale.id}`,
    cliente: `/admin/customers/${sale.customerId}`,
    recuperacao: '/admin/promotions?tab=recovery',
  };
}

async function draw(context: BrowserContext, name: string, path: string): Promise<void> {
  const page = await context.newPage();
  await openAlive(page, path);
  await page.waitForTimeout(SETTLED_MS);
  const { data, info } = await sharp(await page.screenshot())
    .webp({ quality: 60, effort: 6, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  await writeFile(`${FOLDER}${name}.webp`, data);
  console.log(`${name}.webp  ${(info.size / 1_024).toFixed(1)} KB`);
  await page.close();
}
