import { searchManual } from '#src/domain/manual/manual.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'desk',
  run: async ({ url }) => ({ items: await searchManual(url.searchParams.get('q') ?? '') }),
});
