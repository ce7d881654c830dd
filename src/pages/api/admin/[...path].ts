import { notFound } from '#src/domain/refusals.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** A back-office call that does not exist: strangers do not even learn that. */
export const ALL = endpoint({
  access: 'admin',
  run: () => {
    throw notFound('Este endereço não existe.');
  },
});
