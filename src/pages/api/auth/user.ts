import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'user', run: ({ user }) => user });
