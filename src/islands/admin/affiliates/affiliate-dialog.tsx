import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { AffiliateForm, type AffiliateFormValues } from '#src/wire/affiliates/affiliate-form.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { AffiliateFields } from './affiliate-fields.tsx';
import { AFFILIATES_PATH, BOTH_PATHS } from './affiliate-paths.ts';
import { drawPassword } from './drawn-password.ts';
import type { DrawnPassword } from './password-dialog.tsx';

type Props = {
  /** It is null for a new affiliate. */
  affiliate: Affiliate | null;
  onClose: () => void;
  /** The generated password is shown once and stored nowhere. */
  onCreated: (drawn: DrawnPassword) => void;
};

type Input = AffiliateFormValues & { password?: string };

export function AffiliateDialog({ affiliate: known, onClose, onCreated }: Props) {
  const form = useAffiliateForm(known);
  const words = known ? EDIT_WORDS : NEW_WORDS;
  const { submit, isBusy } = useChange<Input, Affiliate>({
    run: (values) =>
      known
        ? api.put<Affiliate>(`${AFFILIATES_PATH}/${known.id}`, values)
        : api.post<Affiliate>(AFFILIATES_PATH, values),
    done: async (affiliate, { password }) => {
      // The password is shown first, since it is known nowhere else.
      if (password) onCreated({ affiliate, password });
      onClose();
      // Affiliate coupons are listed among the coupons too.
      await Promise.all([refreshLists(BOTH_PATHS), refreshLists('/api/admin/coupons')]);
      if (known) showToast(UPDATED);
    },
    isShown: (error) => showRefusedFields(error, form),
    failed: words.failed,
  });
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.label}
      busyLabel={words.busyLabel}
      isBusy={isBusy}
      unsavedIn={form.formState.isDirty ? 'neste afiliado' : null}
      onSubmit={form.handleSubmit((values) => submit(known ? values : { ...values, password: drawPassword() }))}
      onClose={onClose}
    >
      <AffiliateFields form={form} affiliate={known} />
    </FormDialog>
  );
}

const NEW_WORDS = {
  title: 'Adicionar Afiliado',
  label: 'Criar afiliado',
  busyLabel: 'Criando...',
  failed: 'Falha ao criar afiliado',
};
const EDIT_WORDS = {
  title: 'Editar Afiliado',
  label: 'Salvar alterações',
  busyLabel: 'Salvando...',
  failed: 'Falha ao atualizar afiliado',
};
const UPDATED = {
  tone: 'success',
  title: 'Afiliado atualizado',
  description: 'As próximas vendas já contam assim.',
} as const;

function useAffiliateForm(affiliate: Affiliate | null) {
  return useForm<AffiliateFormValues>({
    resolver: zodResolver(AffiliateForm, undefined, { raw: true }),
    defaultValues: affiliate ? valuesOf(affiliate) : NEW,
  });
}

const NEW: AffiliateFormValues = {
  name: '',
  email: '',
  commissionRate: '10',
  couponCode: '',
  isAffiliate: true,
  isActive: true,
};

function valuesOf({ name, email, commissionRate, couponCode, isActive }: Affiliate): AffiliateFormValues {
  const rate = commissionRate.toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 2 });
  return { name, email, commissionRate: rate, couponCode, isAffiliate: true, isActive };
}
