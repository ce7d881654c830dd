import type { ComponentProps, ReactNode } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'children'> &
  FieldProps & {
    children?: ReactNode;
  };

/** Accepts what react-hook-form's `register` returns, the ref included. A browser fills in only what `autoComplete` names. */
export function TextField({ label, error, hint, size, isLabelHidden, children, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden} beside={children}>
      {(control) => (
        <input
          autoComplete="off"
          {...input}
          {...control}
          className={`${controlClass(size, error)} ${size === 'small' ? 'px-3' : 'px-4'}`}
        />
      )}
    </Field>
  );
}
