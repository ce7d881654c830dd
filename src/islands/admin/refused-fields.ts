import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#src/client/api.ts';

/** Says what the server refused at its fields. */
export function showRefusedFields<Values extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof ApiError)) return;
  for (const name of names) if (error.fields[name]) setError(name, { message: error.fields[name] });
}
