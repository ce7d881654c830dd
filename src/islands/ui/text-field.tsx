import type { ComponentProps, ReactNode } from 'react';
import { controlLook, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'children'> &
  FieldProps & {
    /** A button beside the field. */
    children?: ReactNode;
  };

/** One line of text. Takes what react-hook-form's `register` gives, its ref too. */
export function TextField({ label, error, hint, size, isLabelHidden, children, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden} beside={children}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={`${controlLook(size, error)} ${size === 'small' ? 'px-3' : 'px-4'}`}
        />
      )}
    </Field>
  );
}
