import { receiveArchive } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedArchive } from '#src/http/forms/multipart.ts';
import { created } from '#src/http/responses/responses.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  run: async ({ shop, request }) => created(await receiveArchive(shop, ...readUploadedArchive(request))),
});
