import { storeLogo } from '#src/domain/products/uploads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';
import { created } from '#src/http/responses/responses.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user, request }) => created(await storeLogo(shop, user, readUploadedFile(request))),
});
