import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { controlLook, Field, type FieldProps } from './field.tsx';
import { typedPrice } from './typed-price.ts';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'size' | 'type' | 'value' | 'onChange' | 'children'> &
  FieldProps & {
    /** As it is typed: `R$ 99,9`. */
    value: string;
    onChange: (price: string) => void;
  };

export { typedPrice };

/** A price in reais. Only digits and one comma can be typed; the sign stands by itself. */
export function MoneyField({ label, error, hint, size, isLabelHidden, value, onChange, ...input }: Props) {
  const typed = useRef<{ field: HTMLInputElement; caretFromEnd: number } | null>(null);
  // React puts the caret at the end of a text that differs from the one typed.
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
          className={`${controlLook(size, error)} ${size === 'small' ? 'px-3' : 'px-4'} tabular-nums`}
        />
      )}
    </Field>
  );
}
