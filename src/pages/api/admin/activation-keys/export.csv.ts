import { exportActivationKeys } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { KEY_LIST } from '#src/wire/keys/key-list.ts';

export const GET = endpoint({
  scope: 'keys:read',
  allow: ['readKeys', 'export'],
  confirms: true,
  summary: 'Exporta as chaves em CSV',
  response: CSV,
  query: KEY_LIST,
  run: (call) => respondWithTable(call, KEY_LIST, exportActivationKeys),
});
