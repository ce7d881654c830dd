import { api } from '#src/client/api.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { Coupon, CouponFormValues, CouponProduct } from '#src/wire/coupons/coupons.ts';
import { CouponFields } from './coupon-fields.tsx';
import { COUPONS_PATH } from './coupon-paths.ts';
import type { SampleProduct } from './coupon-text.ts';
import { useCouponForm } from './use-coupon-form.ts';

type Props = {
  /** It is null for a new coupon. */
  coupon: Coupon | null;
  today: string;
  sample: SampleProduct | undefined;
  products: readonly CouponProduct[];
  onClose: () => void;
};

export function CouponDialog({ coupon: known, today, sample, products, onClose }: Props) {
  const form = useCouponForm(known, today);
  const words = known ? EDIT_WORDS : NEW_WORDS;
  const { submit, isBusy } = useChange<CouponFormValues, Coupon>({
    run: (values) =>
      known ? api.put<Coupon>(`${COUPONS_PATH}/${known.id}`, values) : api.post<Coupon>(COUPONS_PATH, values),
    refresh: [COUPONS_PATH],
    told: ({ code }) => ({ title: words.done, description: words.told(code) }),
    done: onClose,
    isShown: (error) => showRefusedFields(error, form),
    failed: words.failed,
  });
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.label}
      busyLabel={words.busyLabel}
      isBusy={isBusy}
      unsavedIn={form.formState.isDirty ? 'neste cupom' : null}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <CouponFields form={form} coupon={known} sample={sample} products={products} />
    </FormDialog>
  );
}

const NEW_WORDS = {
  title: 'Adicionar Cupom',
  label: 'Criar cupom',
  busyLabel: 'Criando...',
  done: 'Cupom criado',
  told: (code: string) => `Divulgue o código ${code}.`,
  failed: 'Erro ao criar cupom',
};
const EDIT_WORDS = {
  title: 'Editar Cupom',
  label: 'Salvar alterações',
  busyLabel: 'Salvando...',
  done: 'Cupom atualizado',
  told: (code: string) => `As mudanças em ${code} já valem na loja.`,
  failed: 'Erro ao atualizar cupom',
};
