import { exportPartnerSales } from '#src/domain/partners/partner-area.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, csvResponse } from '#src/http/responses/csv-response.ts';
import { StatementQuery } from '#src/wire/partners/partners.ts';

export const GET = endpoint({
  access: 'partner',
  summary: 'Exporta as vendas do parceiro em CSV',
  response: CSV,
  query: StatementQuery,
  run: async ({ shop, partner, url: { searchParams }, waitForDrain }) =>
    csvResponse(await exportPartnerSales(shop, partner, searchParams.get('mes')), waitForDrain),
});
