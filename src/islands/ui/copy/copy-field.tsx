import { useId, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

type Props = { label: string; text: string; copyLabel: string };

export function CopyField({ label, text, copyLabel }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={field}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
        className="code mt-1.5 mb-4 min-h-11 w-full rounded-field border border-outline bg-raised px-3 text-base sm:text-sm"
      />
      <CopyButton label={copyLabel} text={text} field={field} className="button-1 w-full" />
    </div>
  );
}
