import { unknownAddress } from '#src/domain/refusals.ts';
import { endpoint } from './endpoint.ts';

/** Replaces Astro's image endpoint, which would resize any picture for anybody. */
export const ALL = endpoint({
  access: 'public',
  summary: null,
  run: () => {
    throw unknownAddress();
  },
});
