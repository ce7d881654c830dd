import type { FieldErrors, FieldPath, FieldValues, RegisterOptions, UseFormRegister } from 'react-hook-form';

type Form<Values extends FieldValues> = {
  register: UseFormRegister<Values>;
  formState: { errors: FieldErrors<Values> };
};

/** What a field of the back-office needs of its form, its error included. */
export function fieldOf<Values extends FieldValues>({ register, formState: { errors } }: Form<Values>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => {
    const message = errors[name]?.message;
    return { size: 'small' as const, error: typeof message === 'string' ? message : null, ...register(name, options) };
  };
}
