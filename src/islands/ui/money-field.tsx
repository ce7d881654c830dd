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
  const field = useRef<HTMLInputElement>(null);
  const caretFromEnd = useRef<number | null>(null);
  // React puts the caret at the end of a text that differs from the one typed.
  useLayoutEffect(() => {
    if (caretFromEnd.current === null || !field.current) return;
    const caret = Math.max(0, field.current.value.length - caretFromEnd.current);
    field.current.setSelectionRange(caret, caret);
    caretFromEnd.current = null;
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
          ref={field}
          type="text"
          value={value}
          onChange={({ target }) => {
            caretFromEnd.current = target.value.length - (target.selectionEnd ?? target.value.length);
            onChange(typedPrice(target.value));
          }}
          className={`${controlLook(size, error)} ${size === 'small' ? 'px-3' : 'px-4'} tabular-nums`}
        />
      )}
    </Field>
  );
}
