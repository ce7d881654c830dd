import { editReleaseFile, removeReleaseFile } from '#src/domain/releases/release-files.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { UpdateReleaseFile } from '#src/wire/releases/releases.ts';

export const PUT = endpoint({
  access: 'admin',
  gate: 'products',
  body: UpdateReleaseFile,
  run: ({ shop, user, params: { id = '' }, body }) => editReleaseFile(shop, user, id, body),
});

export const DELETE = endpoint({
  access: 'admin',
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => removeReleaseFile(shop, user, id),
});
