import { Controller } from 'react-hook-form';
import { MarkdownField } from '#src/islands/admin/form/markdown-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { ReleaseState } from '#src/wire/releases/releases.ts';
import { ChannelChoice } from './channel-choice.tsx';
import type { ReleaseForm } from './use-release-form.ts';

/** The notes and the importance of a published version alone can change, and nothing of a withdrawn one. */
export function ReleaseFieldset({ form, state }: { form: ReleaseForm; state: ReleaseState }) {
  const { register, control, watch, formState } = form;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <TextField
          label="Versão"
          size="small"
          autoComplete="off"
          inputMode="text"
          placeholder="2.1.0"
          disabled={state !== 'draft'}
          error={formState.errors.version?.message ?? null}
          {...register('version')}
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
