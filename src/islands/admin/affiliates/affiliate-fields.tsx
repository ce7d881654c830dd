import { WandSparkles } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { EmailField } from '#src/islands/ui/fields/email-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { AffiliateFormValues } from '#src/wire/affiliates/affiliate-form.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { CODE_PATH } from './affiliate-paths.ts';

type Props = { form: UseFormReturn<AffiliateFormValues>; affiliate: Affiliate | null };

export function AffiliateFields({ form, affiliate }: Props) {
  const { watch, setValue } = form;
  const field = fieldOf(form);
  const suggestion = useSuggestedCode(form, affiliate);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Nome" {...field('name')} />
      <EmailField label="E-mail" {...field('email')} />
      <TextField
        label="Comissão em %"
        inputMode="decimal"
        hint="De 1 a 50, sobre o valor pago. Vale para as próximas vendas."
        {...field('commissionRate')}
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
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            affiliate
              ? 'O código antigo para de valer assim que você salvar.'
              : 'O desconto começa igual à comissão; mude-o quando quiser em Promoções.'
          }
          {...field('couponCode')}
        >
          <Button
            size="small"
            icon={WandSparkles}
            isBusy={suggestion.isBusy}
            busyLabel="Gerando..."
            onClick={suggestion.ask}
          >
            Gerar<span className="max-sm:sr-only"> automaticamente</span>
          </Button>
        </TextField>
      </div>
    </div>
  );
}

function useSuggestedCode(form: UseFormReturn<AffiliateFormValues>, affiliate: Affiliate | null) {
  const { submit, isBusy } = useChange<{ name: string; rate: string }, { code: string }>({
    run: ({ name, rate }) => {
      const params = new URLSearchParams({ name, rate, affiliate: affiliate?.id ?? '' });
      return api.get<{ code: string }>(`${CODE_PATH}?${params}`);
    },
    done: ({ code }) => form.setValue('couponCode', code, { shouldValidate: true, shouldDirty: true }),
    failed: 'Falha ao gerar o código',
  });

  async function ask(): Promise<void> {
    // The code is made of both fields, so they are validated first.
    if (!(await form.trigger(['name', 'commissionRate'], { shouldFocus: true }))) return;
    const { name, commissionRate } = form.getValues();
    submit({ name, rate: String(commissionRate) });
  }

  return { isBusy, ask: () => void ask() };
}
