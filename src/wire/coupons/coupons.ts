import * as z from 'zod/mini';
import { dayOf } from '../basics/dates.ts';
import { parseCents } from '../basics/money.ts';
import { cleanText, identifier, text } from '../basics/text.ts';
import { defineList, oneOf, type RequestOf } from '../lists/lists.ts';
import { orNone } from '../products/field-rows.ts';
import { COUPON_TYPES, type CouponType } from './pricing.ts';

export const Coupon = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  /** It is in percent, or in reais when the type is FIXED. */
  discount: z.number(),
  type: z.enum(COUPON_TYPES),
  /** Null shows as 'Ilimitado'. */
  maxUses: z.nullable(z.number()),
  /** Held and used redemptions both count. */
  used: z.number(),
  /** Both days are inclusive: `2026-11-21`. */
  validFrom: z.string(),
  validTo: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  affiliate: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
    }),
  ),
  /** It discounts these alone; none means every product. */
  productIds: z.array(z.string()),
  /** One address may use it so often; null is without limit. */
  perCustomer: z.nullable(z.number()),
  /** Only who owns this product, and is signed in to Minhas compras, has the discount. */
  onlyOwnersOf: z.nullable(z.string()),
});
export type Coupon = z.infer<typeof Coupon>;

export type CouponProduct = { id: string; name: string };

/** Writes `Só Curva Log e Grão 35 mm · 1 por cliente · para quem tem Curva Log`; nothing where nothing limits it. */
export function scopeText(
  { productIds, perCustomer, onlyOwnersOf }: Pick<Coupon, 'productIds' | 'perCustomer' | 'onlyOwnersOf'>,
  products: readonly CouponProduct[],
): string {
  const nameOf = (id: string) => products.find((product) => product.id === id)?.name ?? DELETED_PRODUCT;
  return [
    productIds.length > 0 && `Só ${LIST.format(productIds.map(nameOf))}`,
    perCustomer !== null && `${perCustomer} por cliente`,
    onlyOwnersOf !== null && `para quem tem ${nameOf(onlyOwnersOf)}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

const LIST = new Intl.ListFormat('pt-BR');

export const COUPON_STATUS_NAMES = { active: 'Ativos', inactive: 'Inativos' } as const;

export const COUPON_LIST = defineList({
  name: 'coupons',
  path: '/api/admin/coupons',
  sorts: ['createdAt', 'code', 'name', 'discount', 'used', 'validTo', 'isActive'],
  sort: 'createdAt',
  filters: { status: oneOf(COUPON_STATUS_NAMES) },
});
export type CouponListRequest = RequestOf<typeof COUPON_LIST>;

export const couponCode = z.pipe(
  z.pipe(
    z.string('Informe o código do cupom.').check(z.maxLength(200, 'O código tem no máximo 40 caracteres.')),
    z.transform((typed) => cleanText(typed).toUpperCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, 'Informe o código do cupom.'),
      z.maxLength(40, 'O código tem no máximo 40 caracteres.'),
      z.regex(/^[A-Z0-9_-]*$/, 'Use apenas letras sem acento, números, hífen e sublinhado.'),
    ),
);

export const DELETED_PRODUCT = 'Produto excluído';
export const NO_PRODUCT = 'Escolha produtos da loja.';
const product = identifier(NO_PRODUCT);
const once = (ids: string[]) => [...new Set(ids)];

/** `discount` is parsed to hundredths: of a percent, or of a real when the type is FIXED. */
export const CouponFields = z.object({
  code: couponCode,
  name: text(1, 120, 'Informe o nome do cupom, com até 120 caracteres.'),
  description: z.optional(z.nullable(text(0, 500, 'A descrição tem no máximo 500 caracteres.'))),
  discount: hundredths('Informe o desconto, a partir de 1, com até duas casas decimais.'),
  type: z.enum(COUPON_TYPES, 'Escolha o tipo de desconto: porcentagem ou valor fixo.'),
  maxUses: usesOrUnlimited('Informe um número inteiro a partir de 1, ou deixe vazio para ilimitado.'),
  validFrom: day('Informe o primeiro dia de validade.'),
  validTo: day('Informe o último dia de validade.'),
  isActive: z.optional(z.boolean('Diga se o cupom está ativo.')),
  productIds: z.optional(z.pipe(z.array(product, NO_PRODUCT).check(z.maxLength(100, NO_PRODUCT)), z.transform(once))),
  perCustomer: z.optional(usesOrUnlimited('Informe um número inteiro a partir de 1, ou deixe vazio para não limitar.')),
  onlyOwnersOf: z.optional(orNone(product)),
});
export type CouponFields = z.infer<typeof CouponFields>;

export const CouponTerms = z.pick(CouponFields, { validFrom: true, validTo: true, maxUses: true });

export const CouponChange = z.partial(CouponFields);
export type CouponChange = z.infer<typeof CouponChange>;

export const CouponForm = CouponFields.check(
  z.superRefine((coupon, context) => {
    const { discount: discountHundredths, ...rest } = coupon;
    for (const [field, message] of Object.entries(crossFieldErrors({ ...rest, discountHundredths }))) {
      context.addIssue({ code: 'custom', path: [field], message, input: coupon });
    }
  }),
);

export type CouponFormValues = z.input<typeof CouponForm>;

export function crossFieldErrors(coupon: {
  type: CouponType;
  discountHundredths: number;
  validFrom: string;
  validTo: string;
}): Record<string, string> {
  const isTooMuch = coupon.type !== 'FIXED' && coupon.discountHundredths > 10_000;
  return {
    ...(isTooMuch && { discount: 'Um desconto em porcentagem vai de 1 a 100.' }),
    ...(coupon.validTo < coupon.validFrom && { validTo: 'O último dia não pode vir antes do primeiro.' }),
  };
}

/** The one state of a coupon; the first that holds, from 'Inativo' on. */
export const COUPON_STATES = {
  inactive: 'Inativo',
  expired: 'Expirado',
  used_up: 'Esgotado',
  scheduled: 'Agendado',
  active: 'Ativo',
} as const;
export type CouponState = keyof typeof COUPON_STATES;

export function couponStateOf(
  coupon: Pick<Coupon, 'validFrom' | 'validTo' | 'maxUses' | 'used' | 'isActive'>,
  today: string,
): CouponState {
  if (!coupon.isActive) return 'inactive';
  const hindrance = unavailabilityOf(coupon, today);
  if (hindrance === null) return 'active';
  return ({ Expirado: 'expired', Esgotado: 'used_up', Agendado: 'scheduled' } as const)[hindrance];
}

export type CouponUnavailability = 'Expirado' | 'Esgotado' | 'Agendado';

export function unavailabilityOf(
  coupon: Pick<Coupon, 'validFrom' | 'validTo' | 'maxUses' | 'used'>,
  today: string,
): CouponUnavailability | null {
  if (today > coupon.validTo) return 'Expirado';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'Esgotado';
  return today < coupon.validFrom ? 'Agendado' : null;
}

// @__NO_SIDE_EFFECTS__
function hundredths(refusal: string) {
  return z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.maxLength(40))], refusal), z.transform(parseCents)),
    z.number(refusal).check(z.gte(100, refusal)),
  );
}

// @__NO_SIDE_EFFECTS__
function usesOrUnlimited(refusal: string) {
  return z.pipe(
    z.pipe(z.optional(z.nullable(z.union([z.number(), z.string()], refusal))), z.transform(readUses)),
    z.nullable(z.int(refusal).check(z.gte(1, refusal), z.lte(1_000_000_000, refusal))),
  );
}

function readUses(typed: number | string | null | undefined): number | null {
  if (typeof typed !== 'string') return typed ?? null;
  const digits = typed.trim();
  if (digits === '') return null;
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
}

// @__NO_SIDE_EFFECTS__
function day(refusal: string) {
  return z.pipe(z.pipe(z.string(refusal), z.transform(readDay)), z.string(refusal));
}

function readDay(typed: string): string | null {
  const written = /^(\d{4}-\d{2}-\d{2})(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/.exec(typed.trim());
  if (!written?.[1] || Number.isNaN(Date.parse(typed)) || !isRealDay(written[1])) return null;
  // Midnight UTC is how browsers send a plain day, not the evening before in São Paulo.
  const isPlainDay = !written[3] || /^T00:00(:00(\.0+)?)?Z$/.test(written[2] ?? '');
  return isPlainDay ? written[1] : dayOf(new Date(typed));
}

function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
