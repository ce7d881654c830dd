import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { fieldOf } from '#src/islands/admin/form/field-of.ts';
import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { PRODUCT_RATE_RULE } from '#src/wire/affiliates/attribution.ts';
import type { Category } from '#src/wire/products/categories.ts';
import { WITHOUT_CATEGORY } from '#src/wire/products/categories.ts';
import { PRODUCT_STATUSES } from '#src/wire/products/data-fields.ts';
import { PRODUCT_KINDS } from '#src/wire/products/kits.ts';
import { DeliveryFields, Flag } from './delivery-fields.tsx';
import type { DataField } from './form-values.ts';
import { KitParts } from './kit-parts.tsx';
import { InstallerField } from './media/installer-field.tsx';
import { PictureField } from './media/picture-field.tsx';
import { VideoField } from './media/video-field.tsx';
import type { ProductWindow } from './window/use-product-window.ts';

type Props = {
  window: ProductWindow;
  categories: Category[];
  onNewCategory: () => void;
};

export function ProductForm({ window, categories, onNewCategory }: Props) {
  const { form, picture, video } = window;
  const { control, watch, formState } = form;
  const field = fieldOf(form);
  const isNew = window.product === null;
  const isKit = watch('kind') === 'kit';
  const isWithoutFile = isNew && !isKit && watch('downloadUrl').trim() === '';
  const statuses = isWithoutFile ? STATUSES.filter(({ value }) => value !== 'active') : STATUSES;
  const errorOf = (field: DataField) => formState.errors[field]?.message ?? null;
  return (
    <div className="grid gap-8">
      <Section title="Apresentação">
        <TextField label="Nome" {...field('name')} />
        {isNew && (
          <Controller
            control={control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <Select label="Tipo" value={value} onChange={onChange} options={KINDS} />
            )}
          />
        )}
        <TextArea label="Descrição" rows={3} {...field('description')} />
        <div className={PAIR}>
          <Controller
            control={control}
            name="categoryId"
            render={({ field: { value, onChange } }) => (
              <Select
                label="Categoria"
                value={value}
                onChange={(chosen) => (chosen === NEW_CATEGORY.value ? onNewCategory() : onChange(chosen))}
                options={[{ value: '', label: WITHOUT_CATEGORY }, ...categories.map(toOption), NEW_CATEGORY]}
                error={errorOf('categoryId')}
              />
            )}
          />
          <Controller
            control={control}
            name="status"
            rules={{ deps: ['price'] }}
            render={({ field: { value, onChange } }) => (
              <Select
                label="Status"
                value={value}
                onChange={onChange}
                options={statuses}
                hint={isWithoutFile ? WITHOUT_FILE : undefined}
                error={errorOf('status')}
              />
            )}
          />
        </div>
      </Section>
      <Section title="Preço">
        <Flag form={form} name="isFeatured" label="Produto em destaque" hint="Abre a loja, acima dos outros." />
        <div className={PAIR}>
          <Price form={form} name="price" label="Preço" />
          {watch('isFeatured') && (
            <Price form={form} name="originalPrice" label="Preço original" hint="Opcional. Aparece riscado." />
          )}
        </div>
        <PartnerRate form={form} />
      </Section>
      <Section title="Imagem e vídeo">
        <PictureField picture={picture} />
        <Controller
          control={control}
          name="videoUrl"
          render={({ field: { value, onChange } }) => (
            <VideoField address={value} error={errorOf('videoUrl')} onChange={onChange} upload={video} />
          )}
        />
      </Section>
      {isKit ? <PartsOfKit form={form} /> : <Delivery window={window} />}
    </div>
  );
}

function PartnerRate({ form }: Pick<ProductWindow, 'form'>) {
  return (
    <div className={PAIR}>
      <TextField
        label="Comissão de parceiros em %"
        inputMode="numeric"
        placeholder="A de cada parceiro"
        hint={PRODUCT_RATE_RULE}
        {...fieldOf(form)('commissionPercent')}
      />
    </div>
  );
}

function PartsOfKit({ form }: Pick<ProductWindow, 'form'>) {
  return (
    <Section title="Plugins do kit">
      <Controller
        control={form.control}
        name="parts"
        render={({ field: { value, onChange } }) => (
          <KitParts parts={value} error={form.formState.errors.parts?.message ?? null} onChange={onChange} />
        )}
      />
    </Section>
  );
}

function Delivery({ window }: { window: ProductWindow }) {
  const isNew = window.product === null;
  return (
    <Section title="Entrega">
      {isNew && <InstallerField files={window.installers} onChange={window.setInstallers} />}
      <DeliveryFields window={window} isNew={isNew} />
    </Section>
  );
}

const PAIR = 'grid gap-4 sm:grid-cols-2';
/** No id of a category begins like this. */
const NEW_CATEGORY = { value: '+', label: 'Nova categoria...' };
const KINDS = Object.entries(PRODUCT_KINDS).map(([value, label]) => ({ value, label }));
const STATUSES = Object.entries(PRODUCT_STATUSES).map(([value, label]) => ({ value, label }));
const WITHOUT_FILE = 'Sem arquivo, fica Em revisão. Publique uma versão e ative.';

function toOption({ id, name }: Category) {
  return { value: id, label: name };
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <h3 className="border-b border-line pb-2 text-base">{title}</h3>
      {children}
    </section>
  );
}

type PriceProps = Pick<ProductWindow, 'form'> & { name: 'price' | 'originalPrice'; label: string; hint?: string };

function Price({ form, name, label, hint }: PriceProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      rules={name === 'price' ? { deps: ['originalPrice'] } : {}}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <MoneyField
          label={label}
          size="small"
          hint={hint}
          name={name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={fieldState.error?.message ?? null}
        />
      )}
    />
  );
}
