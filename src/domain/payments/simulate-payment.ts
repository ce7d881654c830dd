import { findPurchase, findPurchaseByTransaction } from '#db/queries/purchases/purchases.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { type PixProvider, SANDBOX_ACTS, type SandboxProvider } from './pix-provider.ts';
import { settlePurchase } from './settle.ts';

export async function simulatePayment(shop: Shop, transactionId: string, wanted: string): Promise<void> {
  const { pix } = shop;
  const act = SANDBOX_ACTS.find((known) => known === wanted);
  const purchase = isSandbox(pix) ? await findPurchaseByTransaction(shop.db, transactionId) : undefined;
  if (!act || !purchase || !isSandbox(pix)) throw notFound('Pagamento não encontrado.');
  const isKnown = await pix.simulate(purchase.providerReference, act);
  if (!isKnown) throw notFound('Pagamento não encontrado.');
  await settlePurchase(shop, purchase, 'sandbox');
}

/** Orders of a bank before the sandbox are paid there. */
export async function canSimulate({ db, pix }: Pick<Shop, 'db' | 'pix'>, purchaseId: string): Promise<boolean> {
  return isSandbox(pix) && (await findPurchase(db, purchaseId))?.account === pix.accountId;
}

function isSandbox(pix: PixProvider): pix is SandboxProvider {
  return 'simulate' in pix;
}
