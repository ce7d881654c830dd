import { changeColumns } from '#src/domain/imports/check-import.ts';
import { dropImport, showImport } from '#src/domain/imports/imports.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangeImport } from '#src/wire/imports/imports.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop, params }) => showImport(shop, params['id'] ?? ''),
});

export const PUT = endpoint({
  allow: 'settings',
  body: ChangeImport,
  run: ({ shop, params, body }) => changeColumns(shop, params['id'] ?? '', body),
});

export const DELETE = endpoint({
  allow: 'settings',
  run: ({ shop, params }) => dropImport(shop, params['id'] ?? ''),
});
