import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { typedPrice } from '#src/islands/ui/fields/typed-price.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { type Coupon, CouponForm, type CouponFormValues } from '#src/wire/coupons/coupons.ts';

/** Passes on the typed text, which the server parses; `coupon` is null for a new one. */
export function useCouponForm(coupon: Coupon | null, today: string) {
  return useForm<CouponFormValues>({
    resolver: zodResolver(CouponForm, undefined, { raw: true }),
    defaultValues: coupon ? valuesOf(coupon) : newCoupon(today),
  });
}

function newCoupon(today: string): CouponFormValues {
  const year = Number(today.slice(0, 4)) + 1;
  const sameDay = `${year}${today.slice(4)}`;
  return {
    code: '',
    name: '',
    description: '',
    type: 'PERCENT',
    discount: '10',
    maxUses: '100',
    validFrom: today,
    validTo: today.endsWith('-02-29') ? `${year}-02-28` : sameDay,
    isActive: true,
    productIds: [],
    perCustomer: '',
    onlyOwnersOf: '',
  };
}

/** An affiliate's coupon is edited as a percentage. */
function valuesOf(coupon: Coupon): CouponFormValues {
  const { code, name, description, type, discount, maxUses, validFrom, validTo, isActive } = coupon;
  const { productIds, perCustomer, onlyOwnersOf } = coupon;
  const amount = discount.toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 2 });
  return {
    code,
    name,
    description,
    type: type === 'AFFILIATE' ? 'PERCENT' : type,
    discount: type === 'FIXED' ? typedPrice(formatReais(discount)) : amount,
    maxUses: maxUses === null ? '' : String(maxUses),
    validFrom,
    validTo,
    isActive,
    productIds,
    perCustomer: perCustomer === null ? '' : String(perCustomer),
    onlyOwnersOf: onlyOwnersOf ?? '',
  };
}
