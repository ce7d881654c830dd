/** Typed data live as long as the tab; the open purchase is a cookie, so that the server finds it later. */
export type Buyer = { customerName: string; customerEmail: string; whatsapp?: string; document?: string };

export type CheckoutOrder = Buyer & {
  productId: string;
  quantity?: number;
  furtherProductIds?: readonly string[];
  offerIds?: readonly string[];
  couponCode: string | null;
};

export function readBuyer(): Buyer | null {
  const stored = readJson(BUYER);
  return isBuyer(stored) ? stored : null;
}

export function storeBuyer({ customerName, customerEmail }: Buyer): void {
  storeJson(BUYER, { customerName, customerEmail });
}

/** The same data give the same key, so that a double click, a reload or a retry never makes a second purchase. */
export function orderKey(order: CheckoutOrder): string {
  const { customerName, customerEmail, couponCode, quantity = 1, offerIds = [] } = order;
  const contents = JSON.stringify([customerName, customerEmail, couponCode, quantity, ...offerIds]);
  const stored = readJson(ORDER + order.productId);
  if (isStoredOrder(stored) && stored.contents === contents) return stored.key;
  const key = randomKey();
  storeJson(ORDER + order.productId, { contents, key });
  return key;
}

export function forgetOrder(productId: string): void {
  try {
    sessionStorage.removeItem(ORDER + productId);
  } catch {
    // Storage that is switched off keeps nothing to forget.
  }
}

export function rememberOpenPurchase(productId: string, purchaseId: string, expiresAt: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that buyers use
  document.cookie = `${OPEN_PURCHASE}=${purchaseId}; ${cookieScope(productId)}; Expires=${new Date(expiresAt).toUTCString()}`;
}

export function readOpenPurchase(): string | null {
  return new RegExp(`(?:^|;\\s*)${OPEN_PURCHASE}=([A-Za-z0-9_-]+)`).exec(document.cookie)?.[1] ?? null;
}

export function forgetOpenPurchase(productId: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that buyers use
  document.cookie = `${OPEN_PURCHASE}=; ${cookieScope(productId)}; Max-Age=0`;
}

const BUYER = 'checkout:buyer';
const ORDER = 'checkout:order:';
const OPEN_PURCHASE = 'open-purchase';

function cookieScope(productId: string): string {
  return `Path=/checkout/${productId}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}

/** `crypto.randomUUID` is missing on plain http, which a shop on a home network uses. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function readJson(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function storeJson(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage that is full or switched off costs the convenience and nothing else.
  }
}

function isBuyer(value: unknown): value is Buyer {
  return hasTexts(value, ['customerName', 'customerEmail']);
}

function isStoredOrder(value: unknown): value is { contents: string; key: string } {
  return hasTexts(value, ['contents', 'key']);
}

function hasTexts(value: unknown, names: string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const texts: Record<string, unknown> = { ...value };
  return names.every((name) => typeof texts[name] === 'string');
}
