import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { MoneyField } from '#src/islands/ui/money-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import { Switch } from '#src/islands/ui/switch.tsx';
import { TextArea } from '#src/islands/ui/text-area.tsx';
import { TextField } from '#src/islands/ui/text-field.tsx';
import type { Category } from '#src/wire/catalog.ts';
import { WITHOUT_CATEGORY } from '#src/wire/categories.ts';
import {
  PRODUCT_STATUSES,
  type ProductField,
  type TypedProductFields,
  UPDATE_POLICIES,
  USUAL_LICENSE_TERMS,
} from '#src/wire/product-fields.ts';
import { PRODUCT_STATUS_NAMES } from '#src/wire/products.ts';
import { PictureField } from './picture-field.tsx';
import type { PictureState } from './use-picture.ts';
import type { VideoUpload } from './use-video-upload.ts';
import { VideoField } from './video-field.tsx';

type Props = {
  form: UseFormReturn<TypedProductFields, { hasVersion: boolean }>;
  categories: Category[];
  onNewCategory: () => void;
  picture: PictureState;
  video: VideoUpload;
  /** The version that buyers get instead of the address. */
  currentVersion: string | null;
};

export function ProductForm({ form, categories, onNewCategory, picture, video, currentVersion }: Props) {
  const { register, control, watch, formState } = form;
  const errorOf = (field: ProductField) => formState.errors[field]?.message ?? null;
  return (
    <div className="grid gap-8">
      <Section title="Apresentação">
        <TextField label="Nome" size="small" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <TextArea label="Descrição" size="small" rows={3} error={errorOf('description')} {...register('description')} />
        <div className={PAIR}>
          <Controller
            control={control}
            name="categoryId"
            render={({ field: { value, onChange } }) => (
              <Select
                label="Categoria"
                size="small"
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
                size="small"
                value={value}
                onChange={onChange}
                options={STATUSES}
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
      <Section title="Entrega">
        <UpdatePolicyFields form={form} />
        {currentVersion && (
          <p className="text-sm">
            Versão {currentVersion} publicada. O endereço abaixo só vale enquanto não houver versão.
          </p>
        )}
        <TextField
          label="Link de download"
          size="small"
          inputMode="url"
          autoComplete="off"
          hint={downloadHint(watch('downloadUrl'))}
          error={errorOf('downloadUrl')}
          {...register('downloadUrl')}
        />
        <Flag
          form={form}
          name="requiresActivation"
          label="Exige chave de ativação"
          hint="Cada venda entrega uma chave do estoque."
        />
        <TextField
          label="Texto da licença"
          size="small"
          autoComplete="off"
          maxLength={60}
          hint={`Aparece na loja, no pagamento e no recibo. Vazio: ${USUAL_LICENSE_TERMS}.`}
          error={errorOf('licenseTerms')}
          {...register('licenseTerms')}
        />
        <TextArea
          label="Requisitos do sistema"
          size="small"
          rows={3}
          error={errorOf('systemRequirements')}
          {...register('systemRequirements')}
        />
      </Section>
    </div>
  );
}

/** At most two lines, so that switching moves nothing. */
function downloadHint(address: string): string {
  if (address.trim() === '') return 'Pode ficar vazio: publique uma versão, ou deixe o produto Em revisão até lá.';
  return /^\s*https:/i.test(address)
    ? 'A loja busca o arquivo neste endereço e o entrega; o comprador nunca vê o endereço.'
    : 'Um arquivo de /uploads/ ou um endereço https, que o comprador nunca vê. Só quem pagou consegue baixar.';
}

const PAIR = 'grid gap-4 sm:grid-cols-2';
/** No id of a category begins like this. */
const NEW_CATEGORY = { value: '+', label: 'Nova categoria...' };
const STATUSES = PRODUCT_STATUSES.map((value) => ({ value, label: PRODUCT_STATUS_NAMES[value] }));
const POLICIES = Object.entries(UPDATE_POLICIES).map(([value, label]) => ({ value, label }));

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

function UpdatePolicyFields({ form }: Pick<Props, 'form'>) {
  const { control, register, watch, formState } = form;
  return (
    <div className={PAIR}>
      <Controller
        control={control}
        name="updatePolicy"
        render={({ field: { value, onChange } }) => (
          <Select
            label="Atualizações incluídas"
            size="small"
            value={value}
            onChange={onChange}
            options={POLICIES}
            hint="Vale para as vendas novas: o que já foi comprado não muda."
            error={formState.errors.updatePolicy?.message ?? null}
          />
        )}
      />
      {watch('updatePolicy') === 'months' && (
        <TextField
          label="Por quantos meses"
          size="small"
          inputMode="numeric"
          autoComplete="off"
          error={formState.errors.updateMonths?.message ?? null}
          {...register('updateMonths')}
        />
      )}
    </div>
  );
}

type PriceProps = Pick<Props, 'form'> & { name: 'price' | 'originalPrice'; label: string; hint?: string };

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

type FlagProps = Pick<Props, 'form'> & { name: 'isFeatured' | 'requiresActivation'; label: string; hint: string };

function Flag({ form, name, label, hint }: FlagProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => <Switch label={label} hint={hint} isOn={value} onChange={onChange} />}
    />
  );
}
