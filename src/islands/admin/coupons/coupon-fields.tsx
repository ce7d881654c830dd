import { Controller, type UseFormReturn } from 'react-hook-form';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { DateField } from '#src/islands/ui/fields/date-field.tsx';
import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { typedPrice } from '#src/islands/ui/fields/typed-price.ts';
import type { Coupon, CouponFormValues, CouponProduct } from '#src/wire/coupons/coupons.ts';
import { couponSentence, type SampleProduct } from './coupon-text.ts';
import { ScopeFields } from './scope-fields.tsx';

type FieldsProps = { form: UseFormReturn<CouponFormValues>; coupon: Coupon | null };
type Props = FieldsProps & { sample: SampleProduct | undefined; products: readonly CouponProduct[] };

export function CouponFields({ form, coupon, sample, products }: Props) {
  const { control, watch } = form;
  const errorOf = errorsOf(form);
  const field = fieldOf(form);
  const values = watch();
  const sentence = couponSentence(values, sample);
  const isFixed = values.type === 'FIXED';

  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        label="Código"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="EDITA10"
        hint="O que o cliente digita na compra."
        {...field('code')}
      />
      <TextField
        label="Nome"
        placeholder="Lançamento do Grade Cinema"
        hint="Para você reconhecê-lo nas listas."
        {...field('name')}
      />
      <div className="sm:col-span-2">
        <TextArea label="Descrição (opcional)" rows={2} {...field('description')} value={values.description ?? ''} />
      </div>
      <Select
        label="Tipo de desconto"
        value={values.type}
        onChange={(type) => changeType(form, type)}
        options={TYPES}
        disabled={coupon?.type === 'AFFILIATE'}
        hint={coupon?.affiliate ? `Cupom de ${coupon.affiliate.name}: sempre em porcentagem.` : undefined}
        error={errorOf('type')}
      />
      {isFixed ? (
        <Controller
          control={control}
          name="discount"
          render={({ field }) => (
            <MoneyField
              label="Desconto em reais"
              size="small"
              error={errorOf('discount')}
              {...field}
              value={String(field.value)}
            />
          )}
        />
      ) : (
        <TextField label="Desconto em %" inputMode="decimal" {...field('discount')} />
      )}
      <LimitFields form={form} coupon={coupon} />
      <ScopeFields form={form} products={products} />
      <output className="rounded-card border border-line bg-raised px-4 py-3 text-sm sm:col-span-2">
        {sentence ?? 'Preencha o desconto para ver quanto o cliente paga.'}
      </output>
    </div>
  );
}

function changeType({ getValues, setValue, formState }: FieldsProps['form'], type: string): void {
  const amount = String(getValues('discount')).replace(/^R\$\s*/, '');
  setValue('type', type === 'FIXED' ? 'FIXED' : 'PERCENT', { shouldDirty: true });
  setValue('discount', type === 'FIXED' ? typedPrice(amount) : amount, { shouldValidate: formState.isSubmitted });
}

function LimitFields({ form, coupon }: FieldsProps) {
  const { control, watch, setValue } = form;
  const errorOf = errorsOf(form);
  const field = fieldOf(form);
  return (
    <>
      <Controller
        control={control}
        name="validFrom"
        render={({ field }) => <DateField label="Válido de" size="small" error={errorOf('validFrom')} {...field} />}
      />
      <Controller
        control={control}
        name="validTo"
        render={({ field }) => <DateField label="Válido até" size="small" error={errorOf('validTo')} {...field} />}
      />
      <TextField
        label="Máximo de usos"
        inputMode="numeric"
        placeholder="Ilimitado"
        hint={coupon ? `${coupon.used} já usados. Vazio: ilimitado.` : 'Vazio: ilimitado.'}
        {...field('maxUses')}
      />
      <div className="sm:pt-6">
        <Switch
          label="Ativo"
          isOn={watch('isActive') !== false}
          onChange={(isOn) => setValue('isActive', isOn, { shouldDirty: true })}
        />
      </div>
    </>
  );
}

function errorsOf({ formState: { errors } }: UseFormReturn<CouponFormValues>) {
  return (field: keyof CouponFormValues) => errors[field]?.message ?? null;
}

const TYPES = [
  { value: 'PERCENT', label: 'Porcentagem (%)' },
  { value: 'FIXED', label: 'Valor fixo (R$)' },
];
