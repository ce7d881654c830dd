import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** `small` is 40 px high, on phones 44, for the back-office. */
type FieldSize = 'normal' | 'small';

export type FieldProps = {
  label: string;
  error?: string | null;
  hint?: ReactNode;
  size?: FieldSize;
  /** Screen readers still read it. */
  isLabelHidden?: boolean;
};

export type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

type Props = FieldProps & {
  beside?: ReactNode;
  children: (control: Control) => ReactNode;
};

export function Field({ label, error, hint, size = 'normal', isLabelHidden = false, beside, children }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : LABEL_SIZES[size]}>
        {label}
      </label>
      <div className={`flex gap-2 ${isLabelHidden ? '' : 'mt-1.5'}`}>
        <div className="relative min-w-0 flex-1">
          {children({
            id,
            'aria-invalid': error ? true : undefined,
            'aria-describedby': note ? `${id}-note` : undefined,
          })}
        </div>
        {beside}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`mt-1.5 flex items-start gap-1.5 ${NOTE_SIZES[size]} ${error ? 'text-danger' : 'text-muted'}`}
        >
          {error && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** The caller adds the padding. */
export function controlClass(size: FieldSize = 'normal', error?: string | null): string {
  const border = error ? 'border-danger' : 'border-outline';
  return `control ${CONTROL_SIZES[size]} ${border}`;
}

const LABEL_SIZES = {
  normal: 'font-semibold text-[.9375rem]',
  small: 'text-sm font-medium',
} satisfies Record<FieldSize, string>;
// iOS zooms into fields whose text is under 16 px.
const CONTROL_SIZES = {
  normal: 'min-h-12 text-base',
  small: 'min-h-11 text-base sm:min-h-10 sm:text-sm',
} satisfies Record<FieldSize, string>;
const NOTE_SIZES = { normal: 'text-sm', small: 'text-table' } satisfies Record<FieldSize, string>;
