import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#src/client/api.ts';

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'getValues' | 'setError'>;

/** Returns whether a field shows an error. */
export function showRefusedFields<Values extends FieldValues>(error: unknown, form: Form<Values>): boolean {
  return refuseFields(error, form).length > 0;
}

/** Also puts the cursor into the first of them. */
export function focusRefusedFields<Values extends FieldValues>(
  error: unknown,
  form: Form<Values> & Pick<UseFormReturn<Values>, 'setFocus'>,
): boolean {
  const [first] = refuseFields(error, form);
  if (first) form.setFocus(first, { shouldSelect: true });
  return first !== undefined;
}

function refuseFields<Values extends FieldValues>(error: unknown, { getValues, setError }: Form<Values>) {
  if (!(error instanceof ApiError)) return [];
  const refused = (Object.keys(getValues()) as FieldPath<Values>[]).filter((name) => error.fields[name]);
  for (const name of refused) setError(name, { message: error.fields[name] });
  return refused;
}
