import { Check } from 'lucide-react';
import { useId } from 'react';
import { ACCENTS } from '#src/wire/storefront/store-settings.ts';
import { rowOf } from '#src/wire/upkeep/settings-table.ts';
import type { SettingFieldProps } from './use-section-form.ts';

export function AccentChoice({ name, form }: SettingFieldProps) {
  const id = useId();
  const { label, hint } = rowOf(name);
  const chosen = String(form.valueOf(name));
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-2 flex flex-wrap gap-x-2 gap-y-2">
        {Object.entries(ACCENTS).map(([accent, words]) => (
          <label
            key={accent}
            className="relative flex w-13 flex-col items-center gap-1.5 rounded-field text-table has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={id}
              value={accent}
              checked={accent === chosen}
              onChange={() => form.type(name, accent)}
              className="peer sr-only outline-none"
            />
            <span
              data-accent={accent}
              className="grid size-10 place-items-center rounded-full border-2 border-surface bg-orange-500 text-black outline-2 outline-transparent peer-checked:outline-foreground"
            >
              {accent === chosen && <Check aria-hidden className="size-5" />}
            </span>
            <span className={accent === chosen ? 'font-semibold' : 'text-muted'}>{words}</span>
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-2 text-table text-muted">
        {hint}
      </p>
    </fieldset>
  );
}
