import type { PaymentStatusCheck } from '#src/wire/purchases/purchases.ts';
import type { Client } from '../calls/client.ts';
import type { Store } from '../store/store.ts';

export function readSales(of: () => { store: Store; visitor: Client }) {
  return {
    license: (id: string) => of().visitor.get(`/api/payments/license/${id}`),
    download: (id: string, headers = {}) => of().visitor.get(`/api/payments/download/${id}`, headers),

    async status(transactionId: string) {
      const response = await of().visitor.get(`/api/payments/status/${transactionId}`);
      return response.json<PaymentStatusCheck>().data.status;
    },

    /** Counts held redemptions as well as used ones. */
    async usesOf(code: string) {
      const coupons = of().store.database().selectFrom('coupons').select('used').where('code', '=', code);
      return (await coupons.executeTakeFirstOrThrow()).used;
    },

    async moveBack(purchaseId: string, minutes: number) {
      const at = new Date(Date.now() - minutes * 60_000);
      const expiresAt = new Date(at.getTime() + 2 * 60 * 60_000).toISOString();
      const change = { createdAt: at.toISOString(), expiresAt, nextCheckAt: expiresAt };
      await of().store.database().updateTable('purchases').set(change).where('id', '=', purchaseId).execute();
    },
  };
}
