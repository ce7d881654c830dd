import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'type' | 'value' | 'onChange' | 'children'> &
  FieldProps & {
    /** It is `2026-11-21`, or empty. */
    value: string;
    onChange: (day: string) => void;
  };

export function DateField({ label, error, hint, size, isLabelHidden, value, onChange, ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass(size, error)} ${size === 'small' ? 'px-3' : 'px-4'} appearance-none tabular-nums`}
        />
      )}
    </Field>
  );
}
