import { WandSparkles } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { Switch } from '#src/islands/ui/switch.tsx';
import { TextField } from '#src/islands/ui/text-field.tsx';
import type { Affiliate, AffiliateFormValues } from '#src/wire/affiliates.ts';
import { useAffiliateForm } from './use-affiliate-form.ts';
import { useSuggestedCode } from './use-suggested-code.ts';

type Props = {
  formId: string;
  affiliate: Affiliate | null;
  /** What the server refused. */
  fieldErrors: Record<string, string>;
  /** Told whether it holds something that is not saved. */
  onChanged: (isChanged: boolean) => void;
  onSubmit: (values: AffiliateFormValues) => void;
};

export function AffiliateFields({ formId, affiliate, fieldErrors, onChanged, onSubmit }: Props) {
  const form = useAffiliateForm(affiliate, fieldErrors);
  const { register, handleSubmit, watch, setValue, formState } = form;
  const suggestion = useSuggestedCode(form, affiliate);
  const { errors, isDirty } = formState;
  useEffect(() => {
    onChanged(isDirty);
    return () => onChanged(false);
  }, [isDirty, onChanged]);
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      <TextField
        label="Nome"
        size="small"
        autoComplete="off"
        error={errors.name?.message ?? null}
        {...register('name')}
      />
      <TextField
        label="E-mail"
        type="email"
        size="small"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message ?? null}
        {...register('email')}
      />
      <TextField
        label="Comissão em %"
        size="small"
        inputMode="decimal"
        autoComplete="off"
        hint="De 1 a 50, sobre o valor pago. Vale para as próximas vendas."
        error={errors.commissionRate?.message ?? null}
        {...register('commissionRate')}
      />
      <Switch
        label="Ativo"
        hint="Desligado, fica pendente e o cupom não dá desconto."
        isOn={watch('isActive') !== false}
        onChange={(isOn) => setValue('isActive', isOn, { shouldDirty: true })}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Código do cupom"
          size="small"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            affiliate
              ? 'O código antigo para de valer assim que você salvar.'
              : 'O desconto começa igual à comissão; mude-o quando quiser em Promoções.'
          }
          error={errors.couponCode?.message ?? null}
          {...register('couponCode')}
        >
          <Button
            variant="secondary"
            size="small"
            icon={WandSparkles}
            isBusy={suggestion.isBusy}
            busyLabel="Gerando..."
            onClick={suggestion.ask}
          >
            Gerar automaticamente
          </Button>
        </TextField>
      </div>
    </form>
  );
}
