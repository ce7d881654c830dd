import * as z from 'zod/mini';
import { identifier, keyOf, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { type FieldRow, flag, orNone } from './field-rows.ts';
import { KIT_TEXTS, KitPart, KitParts, PRODUCT_KINDS, type ProductKind } from './kits.ts';
import { price } from './product-prices.ts';
import { readDownload, readImage, readVideo, type UrlReader } from './product-urls.ts';

/** Stored and sent as the keys stand here. */
export const PRODUCT_STATUSES = { active: 'Ativo', 'Em revisão': 'Em revisão', Inativo: 'Inativo' } as const;
export type ProductStatus = keyof typeof PRODUCT_STATUSES;

export const USUAL_LICENSE_TERMS = 'Licença vitalícia';

/** Which later versions a buyer gets. */
export const UPDATE_POLICIES = {
  always: 'Todas as versões, para sempre',
  major: 'As versões do mesmo número principal',
  months: 'As versões lançadas por alguns meses',
} as const;
export type UpdatePolicy = keyof typeof UPDATE_POLICIES;

export const PRODUCT_NAME_LENGTH = 120;
const MAXIMUM_UPDATE_MONTHS = 60;
const NO_STATUS = 'Escolha um status: Ativo, Em revisão ou Inativo.';
const WRONG_MONTHS = `Informe por quantos meses, de 1 a ${MAXIMUM_UPDATE_MONTHS}.`;

/** What is typed in `Dados`, in the order of the form. */
export const DATA_FIELDS = {
  kind: {
    kind: 'choice',
    label: 'tipo',
    blank: 'plugin',
    choices: PRODUCT_KINDS,
    schema: keyOf(PRODUCT_KINDS, KIT_TEXTS.kind),
  },
  /** What a kit is sold as; a plugin has none. */
  parts: { kind: 'rows', label: 'plugins do kit', blank: [], schema: KitParts, shown: z.array(KitPart) },
  name: {
    kind: 'text',
    label: 'nome',
    blank: '',
    isPublic: true,
    csv: 'Nome',
    schema: text(1, PRODUCT_NAME_LENGTH, `Informe o nome do produto, com até ${PRODUCT_NAME_LENGTH} caracteres.`),
  },
  description: {
    kind: 'text',
    label: 'descrição',
    blank: '',
    isPublic: true,
    csv: 'Descrição',
    schema: text(0, 2_000, 'A descrição pode ter até 2.000 caracteres.'),
  },
  price: { kind: 'money', label: 'preço', blank: '', isPublic: true, csv: 'Preço', schema: price },
  originalPrice: {
    kind: 'money',
    label: 'preço original',
    blank: null,
    isPublic: true,
    csv: 'Preço original',
    schema: orNone(price),
  },
  /** Takes the place of the partner's own rate. */
  commissionPercent: {
    kind: 'count',
    label: 'comissão de parceiros em %',
    blank: null,
    none: 'a de cada parceiro',
    schema: orNone(wholeNumber(0, 50, 'Informe de 0 a 50%, ou deixe a comissão de cada parceiro.')),
  },
  status: {
    kind: 'choice',
    label: 'status',
    blank: 'active',
    csv: 'Status',
    choices: PRODUCT_STATUSES,
    schema: z.pipe(
      z.pipe(
        z.string(NO_STATUS),
        z.transform((named) => (named === 'Ativo' ? 'active' : named.normalize('NFC'))),
      ),
      keyOf(PRODUCT_STATUSES, NO_STATUS),
    ),
  },
  categoryId: {
    kind: 'text',
    label: 'categoria',
    blank: null,
    isPublic: true,
    csv: 'Categoria',
    schema: orNone(identifier('Escolha uma das categorias da loja.')),
  },
  systemRequirements: {
    kind: 'text',
    label: 'requisitos do sistema',
    blank: '',
    isPublic: true,
    schema: text(0, 2_000, 'Os requisitos podem ter até 2.000 caracteres.'),
  },
  isFeatured: {
    kind: 'flag',
    label: 'destaque',
    blank: false,
    isPublic: true,
    schema: flag('Diga se o produto fica em destaque.'),
  },
  requiresActivation: {
    kind: 'flag',
    label: 'exige ativação',
    blank: true,
    isPublic: true,
    schema: flag('Diga se o produto precisa de chave.'),
  },
  licenseTerms: {
    kind: 'text',
    label: 'texto da licença',
    blank: USUAL_LICENSE_TERMS,
    whenEmpty: USUAL_LICENSE_TERMS,
    isPublic: true,
    schema: text(0, 60, 'O texto da licença pode ter até 60 caracteres.'),
  },
  updatePolicy: {
    kind: 'choice',
    label: 'política de atualizações',
    blank: 'always',
    choices: UPDATE_POLICIES,
    schema: keyOf(UPDATE_POLICIES, 'Escolha quais versões novas o cliente recebe.'),
  },
  updateMonths: {
    kind: 'count',
    label: 'meses de atualizações',
    blank: null,
    schema: orNone(wholeNumber(1, MAXIMUM_UPDATE_MONTHS, WRONG_MONTHS)),
  },
  downloadUrl: {
    kind: 'text',
    label: 'link de download',
    blank: '',
    // It may hold a signature.
    isNamedOnly: true,
    schema: address(readDownload, 'Informe o endereço do arquivo: https://… ou /uploads/….'),
  },
  image: {
    kind: 'text',
    label: 'imagem',
    blank: '',
    isPublic: true,
    schema: address(readImage, 'Use uma imagem enviada aqui ou um endereço https.'),
  },
  videoUrl: {
    kind: 'text',
    label: 'vídeo',
    blank: '',
    whenEmpty: null,
    isPublic: true,
    schema: z.pipe(
      z.transform((typed) => typed ?? ''),
      address(readVideo, 'Use um vídeo enviado aqui ou um endereço do YouTube.'),
    ),
  },
} as const satisfies Record<string, FieldRow>;

// @__NO_SIDE_EFFECTS__
function address(read: UrlReader, refusal: string) {
  return z.pipe(z.pipe(z.string(refusal).check(z.maxLength(2_000, refusal)), z.transform(read)), z.string(refusal));
}

export const NOTHING_TO_DELIVER =
  'Para ficar ativo, o produto precisa de uma versão publicada ou do endereço do arquivo: https://… ou /uploads/….';

/** Without a file a product can be prepared, and not sold; a kit gives the files of its parts. */
export function deliveryProblems(
  { kind, status, downloadUrl }: { kind: ProductKind; status: ProductStatus; downloadUrl: string },
  hasVersion: boolean,
): Record<string, string> {
  return kind === 'plugin' && status === 'active' && downloadUrl === '' && !hasVersion
    ? { downloadUrl: NOTHING_TO_DELIVER }
    : {};
}

export function policyProblems(fields: {
  updatePolicy: UpdatePolicy;
  updateMonths: number | null;
}): Record<string, string> {
  return fields.updatePolicy === 'months' && fields.updateMonths === null ? { updateMonths: WRONG_MONTHS } : {};
}
