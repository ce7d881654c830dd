import * as z from 'zod/mini';
import { isSlug } from '../basics/slugs.ts';
import { keyOf, line, text } from '../basics/text.ts';
import { type FieldRow, orNone } from './field-rows.ts';
import { compareHostVersions, HOST_KEYS, HOSTS, type Host, isHostVersion, SYSTEM_KEYS } from './hosts.ts';
import { ProductMedia, ProductMedium } from './product-media.ts';

export const ProductQuestion = z.object({
  question: z.string(),
  answer: z.string(),
});
export type ProductQuestion = z.infer<typeof ProductQuestion>;

const ProductHost = z.object({
  host: keyOf(HOSTS),
  minVersion: z.string(),
  maxVersion: z.nullable(z.string()),
  testedVersion: z.string(),
});

export const MOST_QUESTIONS = 10;
export const PAGE_LIMITS = { tagline: 140, body: 20_000, licenseText: 10_000, gpuNote: 160 } as const;

export const PAGE_TEXTS = {
  slug: 'Use letras minúsculas sem acento, números e hífens, de 3 a 80 caracteres, como curva-log-pro.',
  slugTaken: 'Este endereço já é de outro produto. Escolha outro.',
  tagline: 'A frase de apresentação pode ter até 140 caracteres, em uma linha só.',
  body: 'O texto da página pode ter até 20.000 caracteres.',
  faq: `A página pode ter até ${MOST_QUESTIONS} perguntas.`,
  question: 'Escreva a pergunta, com até 120 caracteres.',
  answer: 'Escreva a resposta, com até 600 caracteres.',
  licenseText: 'Os termos da licença podem ter até 10.000 caracteres.',
  hosts: 'Diga cada editor uma vez só.',
  host: 'Escolha um dos editores da lista.',
  hostVersion: 'Use a versão do editor, como 25 ou 25.2.',
  testedVersion: 'A última versão testada fica entre a mínima e a máxima.',
  maxVersion: 'A versão máxima não pode ser menor que a mínima.',
  systems: 'Escolha sistemas da lista.',
  gpuNote: 'A nota sobre a placa de vídeo pode ter até 160 caracteres, em uma linha só.',
} as const;

/** An empty one is made from the name, or stays as it was. */
const slug = z.pipe(
  z.pipe(
    z.string(PAGE_TEXTS.slug).check(z.maxLength(200, PAGE_TEXTS.slug)),
    z.transform((typed) => typed.trim().toLowerCase()),
  ),
  z.string().check(z.refine((typed) => typed === '' || isSlug(typed), PAGE_TEXTS.slug)),
);

const question = z.object({
  question: line(1, 120, PAGE_TEXTS.question),
  answer: text(1, 600, PAGE_TEXTS.answer),
});

const version = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(40, PAGE_TEXTS.hostVersion)), z.number()], PAGE_TEXTS.hostVersion),
    z.transform((typed) => String(typed).trim()),
  ),
  z.string().check(z.refine(isHostVersion, PAGE_TEXTS.hostVersion)),
);
const versionOrNone = z.optional(orNone(version));

/** The lowest version counts as tested where no other does. */
const host = z.pipe(
  z
    .object({
      host: z.enum(HOST_KEYS, PAGE_TEXTS.host),
      minVersion: version,
      maxVersion: versionOrNone,
      testedVersion: versionOrNone,
    })
    .check(
      z.superRefine((fields, context) => {
        const { minVersion, maxVersion, testedVersion } = fields;
        const refuse = (name: 'maxVersion' | 'testedVersion') =>
          context.addIssue({ code: 'custom', path: [name], message: PAGE_TEXTS[name], input: fields });
        if (maxVersion && compareHostVersions(maxVersion, minVersion) < 0) return refuse('maxVersion');
        if (!testedVersion) return;
        const isAbove = maxVersion ? compareHostVersions(testedVersion, maxVersion) > 0 : false;
        if (isAbove || compareHostVersions(testedVersion, minVersion) < 0) refuse('testedVersion');
      }),
    ),
  z.transform(({ host, minVersion, maxVersion, testedVersion }) => ({
    host,
    minVersion,
    maxVersion: maxVersion ?? null,
    testedVersion: testedVersion ?? minVersion,
  })),
);

const hosts = z.pipe(
  z
    .array(host, PAGE_TEXTS.hosts)
    .check(z.maxLength(HOST_KEYS.length, PAGE_TEXTS.hosts), z.refine(areDistinct, PAGE_TEXTS.hosts)),
  z.transform((listed) => HOST_KEYS.flatMap((key) => listed.filter((each) => each.host === key))),
);

function areDistinct(listed: readonly { host: Host }[]): boolean {
  return new Set(listed.map(({ host }) => host)).size === listed.length;
}

const systems = z.pipe(
  z.array(z.enum(SYSTEM_KEYS, PAGE_TEXTS.systems), PAGE_TEXTS.systems).check(z.maxLength(20, PAGE_TEXTS.systems)),
  z.transform((listed) => SYSTEM_KEYS.filter((key) => listed.includes(key))),
);

/** What is typed in `Página`. */
export const PAGE_FIELDS = {
  /** Of `/plugins/{slug}`. */
  slug: { kind: 'text', label: 'endereço da página', blank: '', isPublic: true, schema: slug },
  tagline: {
    kind: 'text',
    label: 'frase de apresentação',
    blank: '',
    isPublic: true,
    schema: line(0, PAGE_LIMITS.tagline, PAGE_TEXTS.tagline),
  },
  /** Markdown. */
  body: {
    kind: 'text',
    label: 'texto da página',
    blank: '',
    isInDetailsOnly: true,
    isNamedOnly: true,
    schema: text(0, PAGE_LIMITS.body, PAGE_TEXTS.body),
  },
  media: {
    kind: 'json',
    label: 'galeria',
    blank: [],
    isPublic: true,
    isInDetailsOnly: true,
    schema: ProductMedia,
    shown: z.array(ProductMedium),
  },
  faq: {
    kind: 'json',
    label: 'perguntas frequentes',
    blank: [],
    isInDetailsOnly: true,
    shown: z.array(ProductQuestion),
    schema: z.array(question, PAGE_TEXTS.faq).check(z.maxLength(MOST_QUESTIONS, PAGE_TEXTS.faq)),
  },
  /** Empty for the shop's own. */
  licenseText: {
    kind: 'text',
    label: 'termos da licença',
    blank: '',
    whenEmpty: '',
    isInDetailsOnly: true,
    isNamedOnly: true,
    schema: text(0, PAGE_LIMITS.licenseText, PAGE_TEXTS.licenseText),
  },
} as const satisfies Record<string, FieldRow>;

export const COMPATIBILITY_FIELDS = {
  hosts: {
    kind: 'rows',
    label: 'editores compatíveis',
    blank: [],
    isPublic: true,
    schema: hosts,
    shown: z.array(ProductHost),
  },
  systems: {
    kind: 'json',
    label: 'sistemas compatíveis',
    blank: [],
    isPublic: true,
    schema: systems,
    shown: z.array(z.enum(SYSTEM_KEYS)),
  },
  gpuNote: {
    kind: 'text',
    label: 'nota sobre a placa de vídeo',
    blank: '',
    isInDetailsOnly: true,
    schema: line(0, PAGE_LIMITS.gpuNote, PAGE_TEXTS.gpuNote),
  },
} as const satisfies Record<string, FieldRow>;
