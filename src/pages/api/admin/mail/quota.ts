import { showMailQuota } from '#src/domain/mail/quota/refused-by-quota.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => showMailQuota(shop),
});
