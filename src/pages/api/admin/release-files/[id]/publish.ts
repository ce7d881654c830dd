import { publishReleaseFile } from '#src/domain/late-files.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PublishRelease } from '#src/wire/releases.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'products',
  body: PublishRelease,
  run: ({ shop, user, params: { id = '' }, body }) => publishReleaseFile(shop, user, id, body),
});
