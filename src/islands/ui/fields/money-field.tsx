import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { tidyPrice, typedPrice } from './typed-price.ts';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'type' | 'value' | 'onChange' | 'children'> &
  FieldProps & {
    /** It stands as typed: `R$ 99,9`. */
    value: string;
    onChange: (price: string) => void;
  };

/** Takes an amount as people write or paste it, and shows how it was understood once the field is left. */
export function MoneyField({ label, error, hint, size, isLabelHidden, value, onChange, onBlur, ...input }: Props) {
  const typed = useRef<{ field: HTMLInputElement; caretFromEnd: number } | null>(null);
  // React moves the caret to the end when the text differs from what was typed.
  useLayoutEffect(() => {
    if (!typed.current) return;
    const { field, caretFromEnd } = typed.current;
    const caret = Math.max(0, field.value.length - caretFromEnd);
    field.setSelectionRange(caret, caret);
    typed.current = null;
  });
  return (
    <Field label={label} error={error} hint={hint} size={size} isLabelHidden={isLabelHidden}>
      {(control) => (
        <input
          placeholder="R$ 0,00"
          inputMode="decimal"
          autoComplete="off"
          {...input}
          {...control}
          type="text"
          value={value}
          onChange={({ target }) => {
            const { length } = target.value;
            typed.current = { field: target, caretFromEnd: length - (target.selectionEnd ?? length) };
            onChange(typedPrice(target.value));
          }}
          onBlur={(event) => {
            const tidy = tidyPrice(value);
            if (tidy !== value) onChange(tidy);
            onBlur?.(event);
          }}
          className={`${controlClass(size, error)} ${size === 'small' ? 'px-3' : 'px-4'} tabular-nums`}
        />
      )}
    </Field>
  );
}
