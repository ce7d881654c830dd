import { countOpenOfNetwork } from '#db/queries/purchases/open-purchases.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Returns the function that frees the place; refuses before anything is written. */
export async function enterCheckout(shop: Shop, clientNetwork: string): Promise<() => void> {
  await takeOrRefuse(shop, 'orders', clientNetwork, TOO_MANY_ORDERS);
  const leave = await shop.checkoutQueue.enter(clientNetwork);
  if (!leave) throw busy(QUEUE_PAUSE_SECONDS);
  return leave;
}

/** In a flood networks with an open purchase wait, and others pass at launch rate. */
export async function throttleFlood(shop: Shop, network: string): Promise<void> {
  const own = await countOpenOfNetwork(shop.db, network);
  if (own >= OPEN_IN_FLOOD) throw busy(FLOOD_PAUSE_SECONDS);
  const waitSeconds = await shop.limits.take('slowedOrders', 'all');
  if (waitSeconds !== null) throw busy(waitSeconds);
}

/** More open purchases are a flood; 2,000 unpaid orders in ten minutes leave half as many. */
export const FLOOD = 3_999;
const OPEN_IN_FLOOD = 3;
const QUEUE_PAUSE_SECONDS = 4;
const FLOOD_PAUSE_SECONDS = 60;

const TOO_MANY_ORDERS = {
  code: 'too_many_orders',
  sentence: 'Muitos pedidos seguidos. Aguarde e tente de novo.',
} as const;

function busy(retryAfterSeconds: number) {
  const sentence = 'Tem muita gente comprando agora. Nada foi cobrado: tente de novo em alguns segundos.';
  return refusal('unavailable', 'busy', sentence, { retryAfterSeconds });
}
