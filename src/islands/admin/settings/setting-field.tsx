import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { lockedText, rowOf, type SettingInput, type SettingKey } from '#src/wire/upkeep/settings-table.ts';
import { AccentChoice } from './accent-choice.tsx';
import { LogoField } from './logo-field.tsx';
import type { SettingFieldProps } from './use-section-form.ts';

/** The input that the setting's row asks for; what the environment has is shown and cannot be changed. */
export function SettingField({ name, form }: SettingFieldProps) {
  const { label, input, choices } = rowOf(name);
  const isLocked = form.shown[name]?.source === 'environment';
  const error = form.errors[name] ?? null;
  const hint = isLocked ? <LockedHint name={name} /> : rowOf(name).hint;
  const value = String(form.valueOf(name));
  const shared = { label, error, hint, size: 'small' } as const;
  const onType = (text: string) => form.type(name, text);
  if (input === 'accent') return <AccentChoice name={name} form={form} />;
  if (input === 'logo') return <LogoField name={name} form={form} />;
  if (input === 'choice') {
    const options = Object.entries(choices ?? {}).map(([key, words]) => ({ value: key, label: words }));
    return <Select {...shared} value={value} onChange={onType} options={options} disabled={isLocked} />;
  }
  if (input === 'text') {
    return (
      <TextArea
        {...shared}
        rows={14}
        value={value}
        readOnly={isLocked}
        onChange={(event) => onType(event.target.value)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      {...TYPES[input]}
      value={value}
      readOnly={isLocked}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function LockedHint({ name }: { name: SettingKey }) {
  return (
    <span className="flex items-start gap-1.5">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{lockedText(name)}</span>
    </span>
  );
}

const TYPES: Record<
  Exclude<SettingInput, 'text' | 'choice' | 'accent' | 'logo'>,
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'spellCheck'>
> = {
  line: { type: 'text' },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  address: { type: 'url', inputMode: 'url', spellCheck: false },
  number: { type: 'text', inputMode: 'numeric' },
};
