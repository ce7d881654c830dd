import { receiveImport } from '#src/domain/imports/check-import.ts';
import { listPastImports } from '#src/domain/imports/imports.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedTable } from '#src/http/forms/multipart.ts';
import { IMPORT_LIMIT_BYTES, IMPORT_TEXTS } from '#src/wire/imports/imports.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => listPastImports(shop),
});

/** Access is checked before the body is read. */
export const POST = endpoint({
  allow: 'settings',
  status: 201,
  run: ({ shop, user, request }) =>
    receiveImport(shop, user, readUploadedTable(request, IMPORT_LIMIT_BYTES, IMPORT_TEXTS.tooLarge)),
});
