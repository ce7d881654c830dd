import { dismissDifference } from '#src/domain/payments/reconciling/reconcile-accounts.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'reconcile',
  run: ({ shop, user, params }) => dismissDifference(shop, user, params['id'] ?? ''),
});
