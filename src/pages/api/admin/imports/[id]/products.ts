import { receiveCatalog } from '#src/domain/imports/import-catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedTable } from '#src/http/forms/multipart.ts';
import { IMPORT_CATALOG_BYTES, IMPORT_TEXTS } from '#src/wire/imports/imports.ts';

/** A table of the products of an import: their texts, prices, and what their files are called. */
export const POST = endpoint({
  allow: 'settings',
  run: ({ shop, params, request }) =>
    receiveCatalog(
      shop,
      params['id'] ?? '',
      readUploadedTable(request, IMPORT_CATALOG_BYTES, IMPORT_TEXTS.catalogTooLarge),
    ),
});
