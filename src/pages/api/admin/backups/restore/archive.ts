import { receiveArchive } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedArchive } from '#src/http/forms/multipart.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  status: 201,
  run: ({ shop, request }) => receiveArchive(shop, ...readUploadedArchive(request)),
});
