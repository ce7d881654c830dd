import { storeUpload } from '#src/domain/products/uploads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';
import { created } from '#src/http/responses/responses.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  run: async ({ shop, user, request }) => created(await storeUpload(shop, user, readUploadedFile(request))),
});
