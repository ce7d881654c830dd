import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readSettings } from '#src/config.ts';
import type { PixProvider, SandboxProvider } from '#src/domain/payments/pix-provider.ts';
import { simulatePayment } from '#src/domain/payments/sandbox.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import type { Clock, Shop } from '#src/domain/shop.ts';
import { openShop } from '#src/server/open-shop.ts';

export type OpenTestShop = {
  shop: Shop;
  sandbox: SandboxProvider;
  file: string;
  with(changes: { pix?: PixProvider; clock?: Clock }): Shop;
  close(): Promise<void>;
};

/** On a copy of the demo shop. */
export async function openTestShop(): Promise<OpenTestShop> {
  template ??= makeTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  await cp(await template, folder, { recursive: true });
  const { shop, close } = await openIn(folder);
  const { pix } = shop;
  if (!isSandbox(pix)) throw new Error('The shop was not opened with the sandbox bank.');
  return {
    shop,
    sandbox: pix,
    file: fileIn(folder),
    with: (changes) => ({ ...shop, ...changes }),
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { close } = await openIn(folder);
  await close();
  return folder;
}

function openIn(folder: string) {
  const settings = readSettings({
    DATABASE_URL: `file:${fileIn(folder)}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ADMIN_PASSWORD: 'senha-da-dona-42',
    ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
  });
  return openShop(settings, pino({ level: 'silent' }), { drop: () => {} });
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
