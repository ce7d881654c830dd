import { formatCents, parseCents } from '#src/wire/basics/money.ts';
import { type Coupon, type CouponFormValues, CouponTerms, unavailabilityOf } from '#src/wire/coupons/coupons.ts';
import type { CouponType } from '#src/wire/coupons/pricing.ts';
import { discountOf } from '#src/wire/coupons/pricing.ts';

export type SampleProduct = { id: string; name: string; priceCents: number };

export function discountText(type: CouponType, discount: number): string {
  return type === 'FIXED' ? formatCents(Math.round(discount * 100)) : `${discount.toLocaleString('pt-BR')}%`;
}

export function plainDayText(day: string): string {
  return day.split('-').reverse().join('/');
}

export function priceChange(priceCents: number, type: CouponType, discountHundredths: number): string {
  const left = priceCents - discountOf(priceCents, { type, discountHundredths });
  return `${formatCents(priceCents)} vira ${formatCents(left)}`;
}

/** Returns null while the coupon gives a discount. */
export function whyNoDiscount(coupon: Coupon, today: string): string | null {
  if (!coupon.isActive) return 'O cupom está inativo. Ative-o antes de divulgar o link.';
  switch (unavailabilityOf(coupon, today)) {
    case 'Agendado':
      return `O cupom começa a valer em ${plainDayText(coupon.validFrom)}.`;
    case 'Expirado':
      return `O cupom venceu em ${plainDayText(coupon.validTo)}. Mude a validade antes de divulgar o link.`;
    case 'Esgotado':
      return 'Todos os usos já foram feitos. Aumente o máximo antes de divulgar o link.';
    case null:
      return null;
  }
}

/** Returns null until there is a discount. */
export function couponSentence(values: CouponFormValues, sample: SampleProduct | undefined): string | null {
  const { type } = values;
  const discountHundredths = parseCents(String(values.discount));
  if (discountHundredths === null || discountHundredths < 100) return null;
  if (type !== 'FIXED' && discountHundredths > 10_000) return null;
  const change = priceChange(sample?.priceCents ?? EXAMPLE_CENTS, type, discountHundredths);
  const effect = sample ? `${sample.name}: ${change}.` : `Um produto de ${change}.`;
  return [effect, ...termsOf(values)].join(' ');
}

const EXAMPLE_CENTS = 9_990;

/** Returns nothing while the days are invalid. */
function termsOf(values: CouponFormValues): string[] {
  const { data: terms } = CouponTerms.safeParse(values);
  if (!terms || terms.validTo < terms.validFrom) return [];
  const { validFrom, validTo, maxUses } = terms;
  const days =
    validFrom === validTo
      ? `só em ${plainDayText(validFrom)}`
      : `de ${plainDayText(validFrom)} a ${plainDayText(validTo)}`;
  const uses =
    maxUses === null
      ? 'sem limite de usos'
      : maxUses === 1
        ? 'para um uso'
        : `para ${maxUses.toLocaleString('pt-BR')} usos`;
  return [
    `Vale ${days}, ${uses}.`,
    ...(values.isActive === false ? ['Está inativo: ninguém consegue usar agora.'] : []),
  ];
}
