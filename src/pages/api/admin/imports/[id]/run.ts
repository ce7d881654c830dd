import { runImport } from '#src/domain/imports/run-import.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RunImport } from '#src/wire/imports/imports.ts';

export const POST = endpoint({
  allow: 'settings',
  body: RunImport,
  status: 202,
  run: ({ shop, user, params, body }) => runImport(shop, user, params['id'] ?? '', body),
});
