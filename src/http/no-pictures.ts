import { notFound } from '#src/domain/refusals.ts';
import { endpoint } from './endpoint.ts';

/** Stands where Astro would decode and resize any picture of ours for anybody who asks. */
export const ALL = endpoint({
  access: 'public',
  run: () => {
    throw notFound('Este endereço não existe.');
  },
});
