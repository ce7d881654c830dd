import * as z from 'zod/mini';
import { MINIMUM_CHARGE, MINIMUM_CHARGE_CENTS } from '../basics/money.ts';
import { identifier, keyOf } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { type FieldRow, flag, orNone } from './field-rows.ts';
import { gumroadIds, lemonSqueezyIds } from './product-id.ts';
import { price } from './product-prices.ts';
import { quantitySteps } from './quantity-steps.ts';

/** A product whose keys the shop makes spends its pool first. */
export const KEY_SOURCES = { pool: 'Chaves que eu adiciono', made: 'Chaves que a loja cria' } as const;
export type KeySource = keyof typeof KEY_SOURCES;

const MOST_TRIAL_DAYS = 60;
const CHEAP_RENEWAL = `A renovação custa a partir de ${MINIMUM_CHARGE}. Deixe vazio para não oferecer.`;

export const NO_KEY_SOURCE = 'Escolha de onde vêm as chaves.';
export const NO_FORMER = 'Escolha até 20 outros produtos da loja.';
export const NO_PREFIX = 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.';

/** What is typed in `Licença`; a sold key keeps the limit of its day. */
export const LICENSE_FIELDS = {
  keySource: {
    kind: 'choice',
    label: 'origem das chaves',
    blank: 'pool',
    choices: KEY_SOURCES,
    schema: keyOf(KEY_SOURCES, NO_KEY_SOURCE),
  },
  /** Needed where the shop makes the keys: `CORTE` begins `CORTE-7K3QX-…`. */
  keyPrefix: {
    kind: 'text',
    label: 'prefixo das chaves',
    blank: null,
    schema: orNone(
      z.pipe(
        z.pipe(
          z.string(NO_PREFIX),
          z.transform((typed) => typed.trim().toUpperCase()),
        ),
        z.string().check(z.regex(/^[A-Z]{2,6}$/, NO_PREFIX)),
      ),
    ),
  },
  machineLimit: {
    kind: 'count',
    label: 'limite de computadores',
    blank: null,
    none: 'sem limite',
    schema: orNone(wholeNumber(1, 100, 'Informe de 1 a 100 computadores, ou deixe sem limite.')),
  },
  /** How long a ticket is good without internet. */
  offlineDays: {
    kind: 'count',
    label: 'dias sem internet',
    blank: 30,
    schema: wholeNumber(7, 365, 'Informe de 7 a 365 dias.'),
  },
  /** When full, a computer unseen for so long gives its place to another. */
  idleDays: {
    kind: 'count',
    label: 'dias até liberar um computador parado',
    blank: 90,
    schema: wholeNumber(30, 365, 'Informe de 30 a 365 dias.'),
  },
  /** The owner is told when the pool falls to so many. */
  lowKeysAt: {
    kind: 'count',
    label: 'aviso de poucas chaves',
    blank: null,
    none: 'o número da loja',
    schema: orNone(wholeNumber(0, 10_000, 'Informe de 0 a 10.000 chaves, ou deixe o número da loja.')),
  },
  /** Nobody can order it while its pool is empty. */
  pauseWithoutKeys: {
    kind: 'flag',
    label: 'pausa sem chaves',
    blank: false,
    schema: flag('Diga se a venda pausa quando as chaves acabam.'),
  },
  /** An order may be of up to ten. */
  allowsQuantity: {
    kind: 'flag',
    label: 'várias licenças por compra',
    blank: false,
    isPublic: true,
    schema: flag('Diga se uma compra pode ter várias licenças.'),
  },
  /** `5: 10%, 10: 20%`: from 5 licenses on each costs 10 % less, from 10 on 20. */
  quantitySteps: {
    kind: 'text',
    label: 'desconto por quantidade',
    blank: null,
    none: 'nenhum',
    isPublic: true,
    schema: orNone(quantitySteps),
  },
  /** Whoever leaves an address may try it for so many days; 0 for nobody. */
  trialDays: {
    kind: 'count',
    label: 'dias de teste',
    blank: 0,
    schema: wholeNumber(0, MOST_TRIAL_DAYS, `Informe de 0 a ${MOST_TRIAL_DAYS} dias de teste.`),
  },
  /** Who owns one of these pays the upgrade price. */
  upgradesFrom: {
    kind: 'json',
    label: 'upgrade de',
    blank: [],
    isInDetailsOnly: true,
    shown: z.array(z.string()),
    schema: z.array(identifier(NO_FORMER), NO_FORMER).check(z.maxLength(20, NO_FORMER)),
  },
  upgradePrice: {
    kind: 'money',
    label: 'preço do upgrade',
    blank: null,
    none: 'nenhum',
    isInDetailsOnly: true,
    schema: orNone(price),
  },
  /** The key of the upgraded license ends when the new one is delivered. */
  replacesKey: {
    kind: 'flag',
    label: 'troca da chave no upgrade',
    blank: false,
    isInDetailsOnly: true,
    schema: flag('Diga se a chave nova substitui a antiga.'),
  },
  /** More months of updates cost this, where the policy is of months. */
  renewalPrice: {
    kind: 'money',
    label: 'preço da renovação',
    blank: null,
    none: 'nenhum',
    isInDetailsOnly: true,
    schema: orNone(z.pipe(price, z.number().check(z.minimum(MINIMUM_CHARGE_CENTS, CHEAP_RENEWAL)))),
  },
  /** A plugin that asks in Gumroad's language names the product by one of these. */
  gumroadIds: {
    kind: 'text',
    label: 'ids na Gumroad',
    blank: null,
    none: 'nenhum',
    isInDetailsOnly: true,
    schema: orNone(gumroadIds),
  },
  /** Its plugin finds them in each answer in Lemon Squeezy's language. */
  lemonSqueezyIds: {
    kind: 'text',
    label: 'números na Lemon Squeezy',
    blank: null,
    none: 'nenhum',
    isInDetailsOnly: true,
    schema: orNone(lemonSqueezyIds),
  },
} as const satisfies Record<string, FieldRow>;

/** `Curva Log Pro` gives `CURVA`. */
export function keyPrefixOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z]{2,}/g);
  return words?.[0]?.slice(0, 6) ?? 'PLUGIN';
}

const NO_UPGRADE_PRICE = `Informe quanto custa o upgrade, a partir de ${MINIMUM_CHARGE}.`;
const UPGRADE_PRICE_ABOVE = 'O upgrade precisa custar menos que o produto.';

export function upgradeProblems(fields: {
  price: number;
  upgradesFrom: readonly string[];
  upgradePrice: number | null;
}): Record<string, string> {
  const { price, upgradesFrom, upgradePrice } = fields;
  if (upgradesFrom.length === 0) return {};
  if (upgradePrice === null || upgradePrice < MINIMUM_CHARGE_CENTS) return { upgradePrice: NO_UPGRADE_PRICE };
  return upgradePrice < price ? {} : { upgradePrice: UPGRADE_PRICE_ABOVE };
}

export function licenseProblems(fields: { keySource: KeySource; keyPrefix: string | null }): Record<string, string> {
  return fields.keySource === 'made' && fields.keyPrefix === null ? { keyPrefix: NO_PREFIX } : {};
}
