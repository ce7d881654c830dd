import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#src/client/api.ts';

/** Returns whether a field shows an error. */
export function showRefusedFields<Values extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const refused = names.filter((name) => error.fields[name]);
  for (const name of refused) setError(name, { message: error.fields[name] });
  return refused.length > 0;
}
