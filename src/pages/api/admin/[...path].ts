import { unknownAddress } from '#src/domain/refusals.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** Unauthenticated callers do not learn which routes exist. */
export const ALL = endpoint({
  scope: 'any',
  allow: 'desk',
  summary: null,
  run: () => {
    throw unknownAddress();
  },
});
