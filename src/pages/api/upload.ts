import { storeUpload } from '#src/domain/products/uploads.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';
import { Upload } from '#src/wire/products/uploads.ts';

/** Access is checked before the body is read. */
export const POST = endpoint({
  scope: 'products:write',
  allow: 'writeProducts',
  summary: 'Envia uma imagem ou um vídeo',
  response: Upload,
  status: 201,
  upload: true,
  gate: 'products',
  run: ({ shop, user, request }) => storeUpload(shop, user, readUploadedFile(request)),
});
