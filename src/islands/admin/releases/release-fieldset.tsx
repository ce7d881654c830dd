import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { MarkdownField } from '#src/islands/admin/form/markdown-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { RELEASE_CHANNELS, type ReleaseChannel, type ReleaseState } from '#src/wire/releases/releases.ts';
import type { ReleaseForm } from './use-release-form.ts';

/** The notes and the importance of a published version alone can change, and nothing of a withdrawn one. */
export function ReleaseFieldset({ form, state }: { form: ReleaseForm; state: ReleaseState }) {
  const { register, control, watch, formState } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <TextField
          label="Versão"
          inputMode="text"
          placeholder="2.1.0"
          disabled={state !== 'draft'}
          {...fieldOf(form)('version')}
        />
        <Controller
          control={control}
          name="channel"
          render={({ field: { value, onChange } }) => (
            <ChannelChoice value={value} isDisabled={state !== 'draft'} onChange={onChange} />
          )}
        />
      </div>
      <MarkdownField
        label="O que mudou"
        hint="É o que os clientes vão ler. Aceita Markdown: - para listas, **negrito**, [texto](https://…)."
        rows={6}
        markdown={watch('notes')}
        error={formState.errors.notes?.message ?? null}
        isReadOnly={state === 'withdrawn'}
        field={register('notes')}
      />
      {state !== 'withdrawn' && (
        <Controller
          control={control}
          name="isCritical"
          render={({ field: { value, onChange } }) => (
            <Switch
              label="Atualização importante"
              hint="Corrige algo sério. O plugin fica sabendo ao procurar atualizações."
              isOn={value}
              onChange={onChange}
            />
          )}
        />
      )}
    </>
  );
}

type Props = { value: ReleaseChannel; isDisabled: boolean; onChange: (channel: ReleaseChannel) => void };

function ChannelChoice({ value, isDisabled, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="min-w-0" disabled={isDisabled}>
      <legend className="font-medium text-sm leading-6">Canal</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {CHANNELS.map((channel) => (
          <label
            key={channel}
            className="relative flex min-h-11 grow cursor-pointer items-center gap-2.5 rounded-field border border-outline bg-surface px-3 text-sm has-checked:border-foreground has-checked:font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-65 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={channel === value}
              onChange={() => onChange(channel)}
              className="size-4 shrink-0 accent-petrol-700"
            />
            {RELEASE_CHANNELS[channel]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CHANNELS: readonly ReleaseChannel[] = ['stable', 'beta'];
