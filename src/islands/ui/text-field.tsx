import type { ComponentProps, ReactNode } from 'react';
import { controlLook, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'children'> &
  FieldProps & {
    /** A small button inside the field, at its end. */
    action?: ReactNode;
    /** A button beside the field. */
    children?: ReactNode;
  };

/** One line of text. Takes what react-hook-form's `register` gives, its ref too. */
export function TextField({ label, error, hint, size, isLabelHidden, action, children, ...input }: Props) {
  const padding = size === 'small' ? 'pl-3' : 'pl-4';
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden} beside={children}>
      {(control) => (
        <>
          <input
            {...input}
            {...control}
            className={`${controlLook(size, error)} ${padding} ${action ? 'pr-12' : size === 'small' ? 'pr-3' : 'pr-4'}`}
          />
          {action && <div className="absolute inset-y-0 right-0 grid place-items-center">{action}</div>}
        </>
      )}
    </Field>
  );
}
