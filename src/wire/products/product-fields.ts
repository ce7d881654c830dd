/** Stored and sent as it stands here; `active` is shown as `Ativo`. */
export const PRODUCT_STATUSES = ['active', 'Em revisão', 'Inativo'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const USUAL_LICENSE_TERMS = 'Licença vitalícia';

/** Which later versions a buyer gets. */
export const UPDATE_POLICIES = {
  always: 'Todas as versões, para sempre',
  major: 'As versões do mesmo número principal',
  months: 'As versões lançadas por alguns meses',
} as const;
export type UpdatePolicy = keyof typeof UPDATE_POLICIES;

type FieldRow = {
  label: string;
  blank: string | boolean;
  isPublic: boolean;
  /** Sent as null when empty. */
  isNullable?: true;
};

/** In the order of the form; prices are display text, `R$ 99,90`. */
export const PRODUCT_FIELDS = {
  name: { label: 'nome', blank: '', isPublic: true },
  description: { label: 'descrição', blank: '', isPublic: true },
  price: { label: 'preço', blank: '', isPublic: true },
  originalPrice: { label: 'preço original', blank: '', isPublic: true, isNullable: true },
  status: { label: 'status', blank: 'active', isPublic: false },
  categoryId: { label: 'categoria', blank: '', isPublic: true, isNullable: true },
  systemRequirements: { label: 'requisitos do sistema', blank: '', isPublic: true },
  isFeatured: { label: 'destaque', blank: false, isPublic: true },
  requiresActivation: { label: 'exige ativação', blank: true, isPublic: true },
  licenseTerms: { label: 'texto da licença', blank: USUAL_LICENSE_TERMS, isPublic: true },
  updatePolicy: { label: 'política de atualizações', blank: 'always', isPublic: false },
  updateMonths: { label: 'meses de atualizações', blank: '', isPublic: false, isNullable: true },
  // Never leaves the server.
  downloadUrl: { label: 'link de download', blank: '', isPublic: false },
  image: { label: 'imagem', blank: '', isPublic: true },
  videoUrl: { label: 'vídeo', blank: '', isPublic: true, isNullable: true },
} as const satisfies Record<string, FieldRow>;

export type ProductField = keyof typeof PRODUCT_FIELDS;
export const PRODUCT_FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductField[];

type Row<Name extends ProductField> = (typeof PRODUCT_FIELDS)[Name];
type Value<Name extends ProductField> = Name extends 'status'
  ? ProductStatus
  : Name extends 'updatePolicy'
    ? UpdatePolicy
    : Row<Name>['blank'] extends boolean
      ? boolean
      : string;

export type TypedProductFields = { [Name in ProductField]: Value<Name> };

export type ShownProductFields = {
  [Name in ProductField]: Name extends 'updateMonths'
    ? number | null
    : Row<Name> extends { isNullable: true }
      ? Value<Name> | null
      : Value<Name>;
};
export type PublicProductFields = {
  [Name in ProductField as Row<Name> extends { isPublic: true } ? Name : never]: ShownProductFields[Name];
};

export const BLANK_PRODUCT = Object.fromEntries(
  PRODUCT_FIELD_NAMES.map((name) => [name, PRODUCT_FIELDS[name].blank]),
) as TypedProductFields;

export const PRODUCT_FIELD_LABELS = Object.fromEntries(
  PRODUCT_FIELD_NAMES.map((name) => [name, PRODUCT_FIELDS[name].label]),
) as Record<ProductField, string>;

export function publicFieldsOf(fields: ShownProductFields): PublicProductFields {
  const visible = PRODUCT_FIELD_NAMES.filter((name) => PRODUCT_FIELDS[name].isPublic);
  return Object.fromEntries(visible.map((name) => [name, fields[name]])) as PublicProductFields;
}
