import { storeLogo } from '#src/domain/products/uploads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  allow: 'settings',
  status: 201,
  run: ({ shop, user, request }) => storeLogo(shop, user, readUploadedFile(request)),
});
