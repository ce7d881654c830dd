import { endpoint } from '#src/http/endpoint.ts';
import { AuthStatus } from '#src/wire/access/auth.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Diz se alguém entrou',
  response: AuthStatus,
  run: ({ user }): AuthStatus => (user ? { isAuthenticated: true, user } : { isAuthenticated: false }),
});
