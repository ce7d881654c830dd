import type { LicenseResponse, PaymentStatusCheck, Purchase } from '#src/wire/purchases/purchases.ts';
import { ApiError, api } from '../api.ts';
import { whileVisible } from '../page/while-visible.ts';

export type PurchaseWatch = {
  refresh(): Promise<void>;
  stop(): void;
};

type WatchOptions = {
  purchaseId: string;
  transactionId: string;
  onPurchase(purchase: Purchase): void;
  onReachable(isReachable: boolean): void;
};

const PURCHASE_EVERY_MS = 5_000;
const BANK_EVERY_MS = 10_000;
const LICENSE_EVERY_MS = 10_000;

/** Reads by event stream, or every 5 s without it; polls the bank every 10 s; pauses while the tab is hidden. */
export function watchPurchase({ purchaseId, transactionId, onPurchase, onReachable }: WatchOptions): PurchaseWatch {
  let isStopped = false;

  function handlePurchase(purchase: Purchase): void {
    if (isStopped) return;
    onPurchase(purchase);
    if (purchase.paymentStatus !== 'PENDING') stop();
  }

  const refresh = () =>
    reportReachability(async () => handlePurchase(await api.get<Purchase>(`/api/payments/purchase/${purchaseId}`)));

  const checkStatus = () =>
    reportReachability(async () => {
      const { data } = await api.get<PaymentStatusCheck>(`/api/payments/status/${transactionId}`);
      if (data.status !== 'pending') await refresh();
    });

  async function reportReachability(fetchState: () => Promise<void>): Promise<void> {
    if (isStopped) return;
    try {
      await fetchState();
      // A late response of a call sent before the network went does not mean that the network is back.
      if (!isStopped) onReachable(navigator.onLine);
    } catch (error) {
      // The call has logged its reason and the next interval retries; only a missing network is reported.
      if (!isStopped) onReachable(!(error instanceof ApiError && error.status === 0));
    }
  }

  function begin(): () => void {
    const stream = listen(purchaseId, handlePurchase);
    const timers = [
      setInterval(() => stream.readyState !== EventSource.OPEN && void refresh(), PURCHASE_EVERY_MS),
      setInterval(() => void checkStatus(), BANK_EVERY_MS),
    ];
    void refresh();
    void checkStatus();
    return () => {
      stream.close();
      for (const timer of timers) clearInterval(timer);
    };
  }

  const reportOffline = () => onReachable(false);
  window.addEventListener('offline', reportOffline);
  const stopWatching = whileVisible(begin);

  function stop(): void {
    isStopped = true;
    window.removeEventListener('offline', reportOffline);
    stopWatching();
  }

  return { refresh, stop };
}

export function watchLicenses(
  purchaseId: string,
  itemIds: readonly string[],
  onLicense: (itemId: string, license: LicenseResponse) => void,
): () => void {
  function read(): void {
    for (const id of itemIds) {
      const reading = api.get<LicenseResponse>(`/api/payments/license/${id}`);
      reading.then(
        (license) => onLicense(id, license),
        () => {},
      );
    }
  }

  return whileVisible(() => {
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
