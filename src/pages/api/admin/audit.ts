import { listAuditPage } from '#src/domain/audit-trail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AUDIT_LIST } from '#src/wire/audit.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url }) => listAuditPage(shop, readListRequest(url.searchParams, AUDIT_LIST)),
});
