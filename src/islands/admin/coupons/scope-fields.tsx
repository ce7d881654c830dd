import type { UseFormReturn } from 'react-hook-form';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { type CouponFormValues, type CouponProduct, DELETED_PRODUCT } from '#src/wire/coupons/coupons.ts';

type Props = { form: UseFormReturn<CouponFormValues>; products: readonly CouponProduct[] };

/** What and whom the coupon is for. */
export function ScopeFields({ form, products }: Props) {
  const { watch, setValue, formState } = form;
  const chosen = watch('productIds') ?? [];
  const owner = watch('onlyOwnersOf');
  const owned = typeof owner === 'string' ? owner : '';
  const known = (ids: readonly string[]) => [
    ...products,
    ...ids.filter((id) => !products.some((product) => product.id === id)).map((id) => ({ id, name: DELETED_PRODUCT })),
  ];
  const choose = (id: string, isChosen: boolean) =>
    setValue('productIds', isChosen ? [...chosen, id] : chosen.filter((one) => one !== id), { shouldDirty: true });
  return (
    <>
      <TextField
        label="Usos por cliente"
        inputMode="numeric"
        placeholder="Sem limite"
        hint="Conta pelo e-mail da compra, com os Pix em aberto."
        {...fieldOf(form)('perCustomer')}
      />
      <Select
        label="Só para quem já tem"
        value={owned}
        onChange={(id) => setValue('onlyOwnersOf', id, { shouldDirty: true })}
        options={[
          { value: '', label: 'Qualquer pessoa' },
          ...known(owned ? [owned] : []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint="Vale para quem entrou em Minhas compras."
        error={formState.errors.onlyOwnersOf?.message ?? null}
      />
      <fieldset className="sm:col-span-2">
        <legend className="text-sm font-medium">Produtos com desconto</legend>
        <p className="text-table text-muted">Nenhum marcado: vale para todos.</p>
        <div className="mt-2 grid max-h-48 grid-cols-1 gap-x-4 overflow-y-auto rounded-field border border-line p-2 sm:grid-cols-2">
          {known(chosen).map(({ id, name }) => (
            <label key={id} className="flex min-h-8 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) => choose(id, target.checked)}
                className="size-4.5 shrink-0 accent-petrol-700"
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
        </div>
        {formState.errors.productIds?.message && (
          <p className="mt-1 text-table text-danger">{formState.errors.productIds.message}</p>
        )}
      </fieldset>
    </>
  );
}
