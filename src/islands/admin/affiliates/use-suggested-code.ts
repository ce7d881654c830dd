import type { UseFormReturn } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { Affiliate, AffiliateFormValues } from '#src/wire/affiliates/affiliates.ts';
import { CODE_PATH } from './affiliate-paths.ts';

export function useSuggestedCode(form: UseFormReturn<AffiliateFormValues>, affiliate: Affiliate | null) {
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
