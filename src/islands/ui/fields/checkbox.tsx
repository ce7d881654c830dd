import { Check, Minus } from 'lucide-react';

type Props = { label: string; state: boolean | 'some'; onChange: (isOn: boolean) => void };

/** The rows of a table have no visible label for it. */
export function Checkbox({ label, state, onChange }: Props) {
  const Sign = state === 'some' ? Minus : Check;
  return (
    <span className="relative block size-4.5">
      <input
        type="checkbox"
        aria-label={label}
        checked={state === true}
        ref={(element) => {
          if (element) element.indeterminate = state === 'some';
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-[.3rem] border border-outline bg-surface before:absolute before:-inset-3.5 checked:border-petrol-700 checked:bg-petrol-700 indeterminate:border-petrol-700 indeterminate:bg-petrol-700 forced-colors:appearance-auto"
      />
      {state !== false && (
        <Sign
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 size-3.5 text-white forced-colors:hidden"
        />
      )}
    </span>
  );
}
