import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '#src/client/api.ts';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { showRefusedFields } from '#src/islands/admin/form/refused-fields.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { OfferFields, type OfferFormValues } from '#src/wire/offers/offer-fields.ts';
import type { Offer } from '#src/wire/offers/offers.ts';

export const OFFERS_PATH = '/api/admin/offers';

type Props = {
  /** It is null for a new offer. */
  offer: Offer | null;
  products: readonly { id: string; name: string }[];
  onClose: () => void;
};

export function OfferDialog({ offer, products, onClose }: Props) {
  const form = useForm<OfferFormValues>({
    resolver: zodResolver(OfferFields, undefined, { raw: true }),
    defaultValues: offer ?? BLANK,
  });
  const { submit, isBusy } = useChange<OfferFormValues, Offer>({
    run: (values) =>
      offer ? api.put<Offer>(`${OFFERS_PATH}/${offer.id}`, values) : api.post<Offer>(OFFERS_PATH, values),
    refresh: [OFFERS_PATH],
    told: ({ productName }) => ({ title: 'Oferta salva', description: `Ela vale no checkout de ${productName}.` }),
    done: onClose,
    isShown: (error) => showRefusedFields(error, form),
    failed: 'A oferta não foi salva',
  });
  return (
    <FormDialog
      title={offer ? 'Editar oferta' : 'Adicionar oferta'}
      submitLabel={offer ? 'Salvar alterações' : 'Criar oferta'}
      isBusy={isBusy}
      unsavedIn={form.formState.isDirty ? 'nesta oferta' : null}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <OfferInputs form={form} offer={offer} products={products} />
    </FormDialog>
  );
}

type InputsProps = Pick<Props, 'offer' | 'products'> & { form: UseFormReturn<OfferFormValues> };

function OfferInputs({ form, offer, products }: InputsProps) {
  const { watch, setValue, formState } = form;
  const field = fieldOf(form);
  const values = watch();
  const errorOf = (field: keyof OfferFormValues) => formState.errors[field]?.message ?? null;
  const product = (field: 'productId' | 'offeredProductId') => ({
    size: 'small' as const,
    value: values[field],
    onChange: (id: string) => setValue(field, id, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    error: errorOf(field),
    placeholder: 'Escolha um produto',
    options: offer ? namesIn(offer) : products.map(({ id, name }) => ({ value: id, label: name })),
    disabled: offer !== null,
  });
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select label="No checkout de" {...product('productId')} />
      <Select label="Leve também" {...product('offeredProductId')} />
      <MoneyField
        label="Preço na oferta"
        size="small"
        hint="Menos que o preço do produto. Cupons não o reduzem."
        error={errorOf('price')}
        value={String(values.price)}
        onChange={(price) => setValue('price', price, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
      />
      <div className="sm:pt-6">
        <Switch
          label="Ativa"
          isOn={values.isActive}
          onChange={(isOn) => setValue('isActive', isOn, { shouldDirty: true })}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label="Título (opcional)"
          placeholder="Leve também Grão 35 mm"
          hint="Até 60 caracteres. Vazio: “Leve também” e o nome do produto."
          {...field('headline')}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea label="Texto (opcional)" rows={2} {...field('text')} value={values.text} />
      </div>
    </div>
  );
}

function namesIn({ productId, productName, offeredProductId, offeredName }: Offer) {
  return [
    { value: productId, label: productName },
    { value: offeredProductId, label: offeredName },
  ];
}

const BLANK: OfferFormValues = {
  productId: '',
  offeredProductId: '',
  price: '',
  headline: '',
  text: '',
  isActive: true,
};
