import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'action' | 'id' | 'className'> & {
  label: string;
  error?: string | null;
  hint?: string;
  /** A small button inside the field, at its end. */
  action?: ReactNode;
  /** A button beside the field. */
  children?: ReactNode;
};

/** One labelled field with its hint and its error; the error takes the hint's place. */
export function TextField({ label, error, hint, action, children, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-[.9375rem]">
        {label}
      </label>
      <div className="mt-1.5 flex gap-2">
        <div className="relative min-w-0 flex-1">
          <input
            {...input}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            className={`min-h-12 w-full rounded-field border bg-surface pl-4 text-base placeholder:text-muted ${action ? 'pr-12' : 'pr-4'} ${error ? 'border-danger' : 'border-outline'}`}
          />
          {action && <div className="absolute inset-y-0 right-0 grid place-items-center">{action}</div>}
        </div>
        {children}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`mt-1.5 flex items-start gap-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}
        >
          {error && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
