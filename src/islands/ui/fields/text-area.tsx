import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> &
  FieldProps & {
    /** Keys and codes are monospaced and unwrapped. */
    isCode?: boolean;
  };

/** Accepts what react-hook-form's `register` returns, the ref included. */
export function TextArea({ label, error, hint, size, isLabelHidden, isCode = false, rows = 4, ...area }: Props) {
  const padding = size === 'small' ? 'px-3 py-2' : 'px-4 py-3';
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          {...(isCode && { wrap: 'off', spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' })}
          className={`block resize-y ${controlClass(size, error)} ${padding} ${isCode ? 'code' : ''}`}
        />
      )}
    </Field>
  );
}
