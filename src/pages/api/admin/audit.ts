import { showAuditTrail } from '#src/domain/audit-trail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readAuditRequest } from '#src/wire/audit.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url }) => showAuditTrail(shop, readAuditRequest(url.searchParams)),
});
