import { undoImport } from '#src/domain/imports/undo-import.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'settings',
  status: 202,
  run: ({ shop, user, params }) => undoImport(shop, user, params['id'] ?? ''),
});
