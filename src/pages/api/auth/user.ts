import { endpoint } from '#src/http/endpoint.ts';
import { User } from '#src/wire/access/auth.ts';

export const GET = endpoint({ access: 'user', summary: 'Mostra quem entrou', response: User, run: ({ user }) => user });
