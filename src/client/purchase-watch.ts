import type { LicenseAnswer, PaymentStatusCheck, Purchase } from '#src/wire/purchases.ts';
import { ApiError, api } from './api.ts';
import { whileSeen } from './while-seen.ts';

export type PurchaseWatch = {
  /** Reads the purchase now. */
  look(): Promise<void>;
  stop(): void;
};

type Watched = {
  purchaseId: string;
  transactionId: string;
  onPurchase(purchase: Purchase): void;
  /** Whether the shop could be reached the last time. */
  onReach(isReachable: boolean): void;
};

const PURCHASE_EVERY_MS = 5_000;
const BANK_EVERY_MS = 10_000;
const LICENSE_EVERY_MS = 10_000;

/**
 * Follows an open purchase until it is paid or closed. The event stream tells at once; while it is down, the purchase is
 * read every 5 s. The bank is asked on entry and every 10 s. All of it rests while nobody looks, and looks at once on return.
 */
export function watchPurchase({ purchaseId, transactionId, onPurchase, onReach }: Watched): PurchaseWatch {
  let isStopped = false;

  function take(purchase: Purchase): void {
    if (isStopped) return;
    onPurchase(purchase);
    if (purchase.paymentStatus !== 'PENDING') stop();
  }

  const look = () => reach(async () => take(await api.get<Purchase>(`/api/payments/purchase/${purchaseId}`)));

  const askBank = () =>
    reach(async () => {
      const { data } = await api.get<PaymentStatusCheck>(`/api/payments/status/${transactionId}`);
      if (data.status !== 'pending') await look();
    });

  async function reach(ask: () => Promise<void>): Promise<void> {
    if (isStopped) return;
    try {
      await ask();
      // An answer that was on its way when the network went is not the network's return.
      if (!isStopped) onReach(navigator.onLine);
    } catch (error) {
      // The call has logged its reason, and the next turn asks again: only a missing network is worth a word.
      if (!isStopped) onReach(!(error instanceof ApiError && error.status === 0));
    }
  }

  function begin(): () => void {
    const stream = listen(purchaseId, take);
    const timers = [
      setInterval(() => stream.readyState !== EventSource.OPEN && void look(), PURCHASE_EVERY_MS),
      setInterval(() => void askBank(), BANK_EVERY_MS),
    ];
    void look();
    void askBank();
    return () => {
      stream.close();
      for (const timer of timers) clearInterval(timer);
    };
  }

  const noteOffline = () => onReach(false);
  window.addEventListener('offline', noteOffline);
  const rest = whileSeen(begin);

  function stop(): void {
    isStopped = true;
    window.removeEventListener('offline', noteOffline);
    rest();
  }

  return { look, stop };
}

/** Follows a key that is on its way: read now, at each event of its purchase and every 10 s, until `onLicense` has enough. */
export function watchLicense(purchaseId: string, onLicense: (license: LicenseAnswer) => void): () => void {
  function read(): void {
    const answer = api.get<LicenseAnswer>(`/api/payments/license/${purchaseId}`);
    answer.then(onLicense, () => {
      // The call has logged its reason; the next turn asks again.
    });
  }

  return whileSeen(() => {
    const stream = listen(purchaseId, read);
    const timer = setInterval(read, LICENSE_EVERY_MS);
    read();
    return () => {
      stream.close();
      clearInterval(timer);
    };
  });
}

function listen(purchaseId: string, onPurchase: (purchase: Purchase) => void): EventSource {
  const stream = new EventSource(`/api/payments/purchase/${purchaseId}/events`);
  stream.addEventListener('purchase', (event) => onPurchase(JSON.parse(event.data)));
  return stream;
}
