import { unknownAddress } from '#src/domain/refusals.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const ALL = endpoint({
  access: 'public',
  summary: null,
  run: () => {
    throw unknownAddress();
  },
});
