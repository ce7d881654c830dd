import { reconcileNow, showReconciliation } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'reconcile',
  run: ({ shop }) => showReconciliation(shop),
});
export const POST = endpoint({
  allow: 'reconcile',
  run: ({ shop }) => reconcileNow(shop),
});
