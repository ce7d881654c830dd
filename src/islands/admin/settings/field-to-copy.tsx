import { type ComponentProps, useRef } from 'react';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';

type Props = { value: string; copyLabel: string } & Pick<ComponentProps<'input'>, 'aria-label' | 'aria-labelledby'>;

/** What has to be pasted elsewhere; it stays selected where the browser refuses to copy. */
export function FieldToCopy({ value, copyLabel, ...label }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <input
        ref={field}
        readOnly
        {...label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="code min-h-11 w-full min-w-0 rounded-field border border-outline bg-background px-3 text-mini"
      />
      <CopyButton label={copyLabel} text={value} field={field} className="button-2 shrink-0" />
    </div>
  );
}
