import { listKeysOfBuyer } from '#src/domain/keys/key-list.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop, params: { id = '' } }) => listKeysOfBuyer(shop, id) });
