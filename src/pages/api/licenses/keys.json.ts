import { showPublicKeys } from '#src/domain/licenses/public-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'public', run: ({ shop }) => showPublicKeys(shop) });
