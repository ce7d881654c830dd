import { editReleaseFile, removeReleaseFile } from '#src/domain/releases/release-files.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Success } from '#src/wire/api/success.ts';
import { ReleaseFile, UpdateReleaseFile } from '#src/wire/releases/releases.ts';

export const PUT = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Muda o sistema ou o nome de um arquivo',
  response: ReleaseFile,
  gate: 'products',
  body: UpdateReleaseFile,
  run: ({ shop, user, params: { id = '' }, body }) => editReleaseFile(shop, user, id, body),
});

export const DELETE = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Exclui um arquivo de um rascunho',
  response: Success,
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => removeReleaseFile(shop, user, id),
});
