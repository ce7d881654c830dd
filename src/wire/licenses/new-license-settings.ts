import * as z from 'zod/mini';
import { text } from '../basics/text.ts';
import { KEY_SOURCES, LICENSE_FIELDS, NO_KEY_SOURCE } from '../products/license-fields.ts';

export const NEW_LICENSE_SETTINGS = {
  defaultKeySource: {
    group: 'newLicense',
    label: 'Origem das chaves',
    hint: 'Sem uma escolha aqui, a tela de um produto novo propõe que a loja crie as chaves.',
    byDefault: '',
    input: 'choice',
    choices: { '': 'Escolher em cada produto', ...KEY_SOURCES },
    schema: z.union([z.literal(''), LICENSE_FIELDS.keySource.schema], NO_KEY_SOURCE),
  },
  defaultKeyPrefix: {
    group: 'newLicense',
    label: 'Prefixo das chaves',
    hint: 'De 2 a 6 letras. As chaves que a loja cria começam com elas.',
    byDefault: '',
    input: 'line',
    schema: z.pipe(
      LICENSE_FIELDS.keyPrefix.schema,
      z.transform((prefix) => prefix ?? ''),
    ),
  },
  defaultMachineLimit: {
    group: 'newLicense',
    label: 'Computadores por chave',
    hint: 'Vazio: a loja não conta.',
    byDefault: '',
    input: 'number',
    schema: z.pipe(
      LICENSE_FIELDS.machineLimit.schema,
      z.transform((limit) => limit ?? ''),
    ),
  },
  defaultOfflineDays: {
    group: 'newLicense',
    label: 'Dias sem internet',
    hint: 'O plugin funciona por tantos dias sem falar com a loja.',
    byDefault: LICENSE_FIELDS.offlineDays.blank,
    input: 'number',
    schema: LICENSE_FIELDS.offlineDays.schema,
  },
  defaultIdleDays: {
    group: 'newLicense',
    label: 'Dias parado',
    hint: 'Sem lugar, um computador parado há tantos dias cede o seu.',
    byDefault: LICENSE_FIELDS.idleDays.blank,
    input: 'number',
    schema: LICENSE_FIELDS.idleDays.schema,
  },
  usualTerms: {
    group: 'terms',
    label: 'Termos',
    hint: 'Texto simples, até 10.000 caracteres. Vazio, a loja não tem termos próprios.',
    byDefault: '',
    input: 'text',
    schema: text(0, 10_000, 'Os termos podem ter até 10.000 caracteres.'),
  },
} as const;
