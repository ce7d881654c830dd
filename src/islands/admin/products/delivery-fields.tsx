import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { UPDATE_POLICIES, USUAL_LICENSE_TERMS } from '#src/wire/products/data-fields.ts';
import { KeySourceFields } from './license/key-source-fields.tsx';
import type { ProductWindow } from './window/use-product-window.ts';

type Props = { window: ProductWindow; isNew: boolean };

export function DeliveryFields({ window, isNew }: Props) {
  const { form, draft, currentVersion } = window;
  const { watch } = form;
  const field = fieldOf(form);
  const followFile = useStatusThatFollows(form);
  return (
    <>
      {currentVersion && (
        <p className="text-sm">
          Versão {currentVersion} publicada. O endereço abaixo só vale enquanto não houver versão.
        </p>
      )}
      <TextField
        label="Link de download"
        inputMode="url"
        hint={downloadHint(watch('downloadUrl'), isNew)}
        {...field('downloadUrl', { onChange: ({ target }) => isNew && followFile(target.value) })}
      />
      <UpdatePolicyFields form={form} />
      <Flag
        form={form}
        name="requiresActivation"
        label="Exige chave de ativação"
        hint={isNew ? 'Cada venda entrega uma chave.' : 'Cada venda entrega uma chave. A origem delas fica em Licença.'}
      />
      {isNew && watch('requiresActivation') && <KeySourceFields draft={draft} name={watch('name')} />}
      <TextField
        label="Texto da licença"
        maxLength={60}
        hint={`Aparece na loja, no pagamento e no recibo. Vazio: ${USUAL_LICENSE_TERMS}.`}
        {...field('licenseTerms')}
      />
      <TextArea label="Requisitos do sistema" rows={3} {...field('systemRequirements')} />
    </>
  );
}

/** A new product that has a file can be sold at once; without one it cannot. */
function useStatusThatFollows({ getValues, setValue, formState }: ProductWindow['form']) {
  const hadFile = useRef(false);
  // The form keeps what is read while rendering up to date.
  const isChosen = Boolean(formState.dirtyFields.status);
  return (address: string) => {
    const hasFile = address.trim() !== '';
    if (hasFile && !hadFile.current && !isChosen) setValue('status', 'active');
    if (!hasFile && getValues('status') === 'active') setValue('status', 'Em revisão');
    hadFile.current = hasFile;
  };
}

/** The hint has at most two lines, so that switching moves nothing. */
function downloadHint(address: string, isNew: boolean): string {
  if (address.trim() === '') {
    return isNew
      ? 'Só para quem guarda o arquivo em outro lugar. Com o instalador, deixe vazio.'
      : 'Pode ficar vazio: publique uma versão, ou deixe o produto Em revisão até lá.';
  }
  return /^\s*https:/i.test(address)
    ? 'A loja busca o arquivo neste endereço e o entrega; o comprador nunca vê o endereço.'
    : 'Um arquivo de /uploads/ ou um endereço https, que o comprador nunca vê. Só quem pagou consegue baixar.';
}

const POLICIES = Object.entries(UPDATE_POLICIES).map(([value, label]) => ({ value, label }));

function UpdatePolicyFields({ form }: Pick<ProductWindow, 'form'>) {
  const { control, watch, formState } = form;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Controller
        control={control}
        name="updatePolicy"
        render={({ field: { value, onChange } }) => (
          <Select
            label="Atualizações incluídas"
            value={value}
            onChange={onChange}
            options={POLICIES}
            hint="Vale para as vendas novas: o que já foi comprado não muda."
            error={formState.errors.updatePolicy?.message ?? null}
          />
        )}
      />
      {watch('updatePolicy') === 'months' && (
        <TextField label="Por quantos meses" inputMode="numeric" {...fieldOf(form)('updateMonths')} />
      )}
    </div>
  );
}

type FlagProps = Pick<ProductWindow, 'form'> & {
  name: 'isFeatured' | 'requiresActivation';
  label: string;
  hint: string;
};

export function Flag({ form, name, label, hint }: FlagProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => <Switch label={label} hint={hint} isOn={value} onChange={onChange} />}
    />
  );
}
