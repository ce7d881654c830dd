import { notFound } from '#src/domain/refusals.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** A call that does not exist is answered in JSON, whatever its method. */
export const ALL = endpoint({
  access: 'public',
  run: () => {
    throw notFound('Este endereço não existe.');
  },
});
