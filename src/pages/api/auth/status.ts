import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ user }) => (user ? { isAuthenticated: true, user } : { isAuthenticated: false }),
});
