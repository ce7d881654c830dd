import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  allow: 'readAudit',
  run: ({ shop, url }) => listAuditPage(shop, readListRequest(url.searchParams, AUDIT_LIST)),
});
