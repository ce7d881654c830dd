import { endpoint } from '#src/http/endpoint.ts';
import document from '#src/http/openapi.json' with { type: 'json' };
import { jsonResponse } from '#src/http/responses/responses.ts';
import { OpenApi } from '#src/wire/api/openapi.ts';

/** `npm run api:write` makes the document. */
export const GET = endpoint({
  access: 'public',
  summary: 'Mostra este documento',
  response: OpenApi,
  run: () => jsonResponse<OpenApi>(document, 200, { 'Cache-Control': 'public, max-age=3600' }),
});
