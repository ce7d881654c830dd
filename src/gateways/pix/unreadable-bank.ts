import type { PixProvider } from '#src/domain/payments/pix-provider.ts';
import { POLL_RATE } from './poll-rate.ts';
import { failed } from './setup-findings.ts';

type Known = { account: string; provider: string; name: string };

/** Stands where a bank's secrets cannot be read: it takes no order, and knows nothing of those it took. */
export function openUnreadableBank({ account, provider, name }: Known): PixProvider {
  return {
    name: provider,
    accountId: account,
    accountName: name,
    isUnreadable: true,
    minimumReadIntervalMs: 10_000,
    polling: POLL_RATE,
    listing: { by: 'arrival', longestDays: 1 },
    createCharge: async () => ({ outcome: 'refused', reason: REASON }),
    readCharge: async () => ({ outcome: 'unavailable', reason: REASON, retryAfterMs: null }),
    cancelCharge: () => Promise.reject(new Error(REASON)),
    refundPayment: async () => ({ outcome: 'unclear', reason: REASON }),
    listPayments: async () => ({ outcome: 'unavailable', reason: REASON }),
    readWebhook: () => ({ outcome: 'unknown' }),
    async *checkSetup() {
      yield { found: failed('access', 'Os segredos deste banco não podem ser lidos. Digite-os de novo.') };
    },
  };
}

const REASON = 'unreadable';
