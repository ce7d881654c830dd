import { useId } from 'react';

type Props = {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isLabelHidden?: boolean;
};

export function Switch({ label, hint, isOn, onChange, isLabelHidden = false }: Props) {
  const id = useId();
  const track = (
    <span className={`relative inline-flex h-6 w-10 shrink-0 ${isLabelHidden ? '' : 'mt-2'}`}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-label={isLabelHidden ? label : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={TRACK}
      />
      <span aria-hidden="true" className={THUMB} />
    </span>
  );
  if (isLabelHidden) return track;
  return (
    <div className="flex min-h-10 items-start justify-between gap-4">
      <div className="min-w-0 py-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-table text-muted">
            {hint}
          </p>
        )}
      </div>
      {track}
    </div>
  );
}

const TRACK =
  'peer absolute inset-0 cursor-pointer appearance-none rounded-full border border-outline bg-raised transition-colors duration-150 checked:border-petrol-700 checked:bg-petrol-700 before:absolute before:-inset-x-2 before:-inset-y-3 forced-colors:checked:bg-[Highlight]';
const THUMB =
  'pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-outline transition duration-150 peer-checked:translate-x-4 peer-checked:bg-white forced-colors:bg-[ButtonText] forced-colors:peer-checked:bg-[HighlightText]';
