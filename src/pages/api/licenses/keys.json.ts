import { showPublicKeys } from '#src/domain/public-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'public', run: ({ shop }) => showPublicKeys(shop) });
