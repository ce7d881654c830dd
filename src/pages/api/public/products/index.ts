import { listPublicProducts } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'public', run: ({ shop }) => listPublicProducts(shop) });
