import { useEffect, useRef } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { showRefusedFields } from '#src/islands/admin/refused-fields.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/use-error-focus.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/notice.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import { Switch } from '#src/islands/ui/switch.tsx';
import { TextField } from '#src/islands/ui/text-field.tsx';
import { KEY_SOURCES, type LicenseFields, LicenseForm as LicenseRules } from '#src/wire/machines.ts';
import type { AdminProduct } from '#src/wire/products.ts';
import { PRODUCTS_PATH } from './products-path.ts';

/** As typed. */
type Typed = Record<Exclude<keyof LicenseFields, 'pauseWithoutKeys'>, string> & { pauseWithoutKeys: boolean };

type Props = {
  product: AdminProduct;
  /** The last change of the product that this window knows. */
  openedAt: string;
  onChanged: (isChanged: boolean) => void;
  /** What visitors see of it, for the preview. */
  onTyped: (fields: object) => void;
  onSaved: (product: AdminProduct) => void;
};

export function LicenseForm({ product, openedAt, onChanged, onTyped, onSaved }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(element);
  const form = useForm<Typed>({ resolver: validate, defaultValues: typedOf(product), shouldFocusError: false });
  const { control, register, watch, formState, reset } = form;
  const { isDirty } = formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const machineLimit = watch('machineLimit');
  useEffect(() => onTyped({ machineLimit }), [machineLimit, onTyped]);
  const { submit, isBusy } = useChange<Typed, AdminProduct>({
    run: (fields) =>
      api.put<AdminProduct>(`${PRODUCTS_PATH}/${encodeURIComponent(product.id)}`, { ...fields, openedAt }),
    done: async (saved) => {
      reset(typedOf(saved));
      onSaved(saved);
      await refreshLists(PRODUCTS_PATH);
      showToast({ tone: 'success', title: 'Licença atualizada' });
    },
    failed: (error) => {
      if (showRefusedFields(error, FIELDS, form.setError)) return focusFirstError();
      showToast({ tone: 'danger', title: 'Erro ao salvar a licença', description: sentenceOf(error) });
    },
  });
  const errorOf = (name: keyof Typed) => formState.errors[name]?.message ?? null;
  const isMade = watch('keySource') === 'made';
  const prefix = watch('keyPrefix').trim().toUpperCase() || 'CORTE';
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit(submit, focusFirstError)(event);
      }}
      className="grid grid-cols-1 gap-6"
    >
      {!product.requiresActivation && (
        <Notice tone="neutral" title="Este produto não exige chave">
          Para vender com chave, ligue “Exige chave de ativação” em Dados.
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="keySource"
          render={({ field: { value, onChange } }) => (
            <Select
              label="Origem das chaves"
              size="small"
              value={value}
              onChange={onChange}
              options={SOURCES}
              hint={
                isMade ? 'Nunca acabam. O estoque que existir é usado antes.' : 'Cada venda entrega uma do estoque.'
              }
              error={errorOf('keySource')}
            />
          )}
        />
        {isMade && (
          <TextField
            label="Prefixo das chaves"
            size="small"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={6}
            hint={`As chaves ficam como ${prefix}-7K3QX-9MZ4T-R8P2W-6HDNC.`}
            error={errorOf('keyPrefix')}
            {...register('keyPrefix')}
          />
        )}
      </div>
      {!isMade && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">Quando as chaves acabam</legend>
          <TextField
            label="Avisar com poucas chaves"
            size="small"
            inputMode="numeric"
            autoComplete="off"
            placeholder="O número da loja"
            hint="Um e-mail chega a você quando o estoque cai até este número."
            error={errorOf('lowKeysAt')}
            {...register('lowKeysAt')}
          />
          <Controller
            control={control}
            name="pauseWithoutKeys"
            render={({ field: { value, onChange } }) => (
              <Switch
                label="Pausar a venda quando acabarem"
                hint="A loja diz “Volta em breve” e avisa por e-mail quem pedir."
                isOn={value}
                onChange={onChange}
              />
            )}
          />
        </fieldset>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Computadores por chave"
          size="small"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Sem limite"
          hint="Vazio: a loja não conta. Vale para as vendas novas."
          error={errorOf('machineLimit')}
          {...register('machineLimit')}
        />
        <TextField
          label="Dias sem internet"
          size="small"
          inputMode="numeric"
          autoComplete="off"
          hint="O plugin funciona por tantos dias sem falar com a loja."
          error={errorOf('offlineDays')}
          {...register('offlineDays')}
        />
        <TextField
          label="Dias parado"
          size="small"
          inputMode="numeric"
          autoComplete="off"
          hint="Sem lugar, um computador parado há tantos dias cede o seu."
          error={errorOf('idleDays')}
          {...register('idleDays')}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p className="text-muted text-table">
          Para quem programa o plugin: o guia <span className="code">docs/licensing.md</span>, na pasta da loja.
        </p>
        <Button variant="primary" type="submit" isBusy={isBusy} busyLabel="Salvando...">
          Salvar licença
        </Button>
      </div>
    </form>
  );
}

const FIELDS = ['keySource', 'keyPrefix', 'machineLimit', 'offlineDays', 'idleDays', 'lowKeysAt'] as const;
const SOURCES = Object.entries(KEY_SOURCES).map(([value, label]) => ({ value, label }));

function typedOf({
  keySource,
  keyPrefix,
  machineLimit,
  offlineDays,
  idleDays,
  lowKeysAt,
  pauseWithoutKeys,
}: LicenseFields): Typed {
  return {
    lowKeysAt: lowKeysAt === null ? '' : String(lowKeysAt),
    pauseWithoutKeys,
    keySource,
    keyPrefix: keyPrefix ?? '',
    machineLimit: machineLimit === null ? '' : String(machineLimit),
    offlineDays: String(offlineDays),
    idleDays: String(idleDays),
  };
}

const validate: Resolver<Typed> = (values) => {
  const issues = z.safeParse(LicenseRules, values).error?.issues ?? [];
  const refused = issues.map(({ path, message }) => [String(path[0]), { type: 'invalid', message }]);
  return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(refused) };
};
