import { listCategories } from '#src/domain/storefront/catalog.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'public', run: ({ shop }) => listCategories(shop) });
