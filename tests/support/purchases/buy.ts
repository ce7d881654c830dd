import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { PaymentStatus, Purchase } from '#src/wire/purchases/purchases.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import type { ApiResponse, Client } from '../calls/client.ts';

export type Order = {
  productId: string;
  furtherProductIds?: string[];
  quantity?: number;
  offerIds?: string[];
  upgrade?: { itemId: string };
  customerName?: string;
  customerEmail?: string;
  couponCode?: string;
};

export const BUYER = { customerName: 'Ana Conceição', customerEmail: 'ana@exemplo.com.br' };

export async function pickProduct(
  client: Client,
  wanted: (product: PublicProduct) => boolean = () => true,
): Promise<PublicProduct> {
  const products = expectStatus(await client.get('/api/public/products'), 200).json<PublicProduct[]>();
  const product = products.find(wanted);
  if (!product) throw new Error(`None of the ${products.length} products is the wanted one.`);
  return product;
}

export function order(client: Client, wanted: Order, headers: Record<string, string> = {}): Promise<ApiResponse> {
  return client.post('/api/payments/create', { ...BUYER, paymentMethod: 'pix', ...wanted }, headers);
}

/** Repeats throttled orders, as the checkout does. */
export async function orderInTurn(
  client: Client,
  wanted: Order,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const response = await order(client, wanted, headers);
    if (response.status !== 503 || Date.now() > deadline) return response;
    await wait(Number(response.headers.get('retry-after')) * 1_000);
  }
}

export async function startPurchase(client: Client, wanted: Partial<Order> = {}): Promise<PaymentCreated> {
  const productId = wanted.productId ?? (await pickProduct(client)).id;
  return expectStatus(await orderInTurn(client, { ...wanted, productId }), 200).json<PaymentCreated>();
}

export async function actAtSandbox(
  client: Client,
  transactionId: string,
  act: 'pay' | 'reject' | 'expire',
): Promise<void> {
  expectStatus(await client.post(`/api/sandbox/pix/${transactionId}/${act}`), 200);
}

export async function buy(client: Client, wanted: Partial<Order> = {}): Promise<Purchase> {
  const created = await startPurchase(client, wanted);
  await actAtSandbox(client, created.transactionId, 'pay');
  return waitForStatus(client, created.purchaseId, 'COMPLETED');
}

export async function readPurchase(client: Client, purchaseId: string): Promise<Purchase> {
  return expectStatus(await client.get(`/api/payments/purchase/${purchaseId}`), 200).json<Purchase>();
}

export async function waitForStatus(
  client: Client,
  purchaseId: string,
  status: PaymentStatus,
  timeoutMs = 40_000,
): Promise<Purchase> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const purchase = await readPurchase(client, purchaseId);
    if (purchase.paymentStatus === status) return purchase;
    if (Date.now() > deadline) throw new Error(`The purchase is still ${purchase.paymentStatus}, not ${status}.`);
    await wait(50);
  }
}

export function expectStatus(response: ApiResponse, status: number): ApiResponse {
  if (response.status !== status)
    throw new Error(`Expected ${status}, got ${response.status}: ${response.text.slice(0, 500)}`);
  return response;
}
