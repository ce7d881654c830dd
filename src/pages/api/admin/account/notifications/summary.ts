import { previewSummary } from '#src/domain/upkeep/weekly-summary-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { mailResponse } from '#src/http/responses/responses.ts';

export const GET = endpoint({
  allow: 'readReports',
  run: async ({ shop, user }) => mailResponse((await previewSummary(shop, user)).html),
});
