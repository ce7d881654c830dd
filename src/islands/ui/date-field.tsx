import type { ComponentProps } from 'react';
import { controlLook, Field, type FieldProps } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'type' | 'value' | 'onChange' | 'children'> &
  FieldProps & {
    /** A day such as `2026-11-21`, or an empty text. */
    value: string;
    onChange: (day: string) => void;
  };

/** A day, chosen with what the device has for that. */
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
          className={`${controlLook(size, error)} ${size === 'small' ? 'px-3' : 'px-4'} appearance-none tabular-nums`}
        />
      )}
    </Field>
  );
}
