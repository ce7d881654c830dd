import { endpoint } from '#src/http/endpoint.ts';

/** A download asks it first, since a link cannot ask for the person. */
export const GET = endpoint({
  allow: 'desk',
  confirms: true,
  run: () => ({ success: true }),
});
