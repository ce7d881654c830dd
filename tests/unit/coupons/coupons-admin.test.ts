import { describe, expect, test } from 'vitest';
import { drawPassword } from '#src/islands/admin/affiliates/drawn-password.ts';
import { couponSentence, discountText } from '#src/islands/admin/coupons/coupon-text.ts';
import { firstFreeCode, suggestCouponCode } from '#src/wire/affiliates/affiliates.ts';
import { CouponFields, CouponForm, unavailabilityOf } from '#src/wire/coupons/coupons.ts';
import { discountOf } from '#src/wire/coupons/pricing.ts';

describe('the suggested coupon code of an affiliate', () => {
  test.each([
    ['Marina Tavares', '10', 'MARINA10'],
    ['  ângela maria', '10', 'ANGELA10'],
    ['João-Pedro Çelik', '12,5', 'JOAO12_5'],
    ['Ção', '7.25', 'CAO7_25'],
    ['"DJ" Léo', '20%', 'DJ20'],
  ])('of %s with %s is %s', (name, rate, code) => {
    expect(suggestCouponCode(name, rate)).toBe(code);
  });

  test('gets a number when it is already taken', () => {
    expect(firstFreeCode('ANA10', new Set())).toBe('ANA10');
    expect(firstFreeCode('ANA10', new Set(['ANA10', 'ANA10-3']))).toBe('ANA10-2');
    expect(firstFreeCode('ANA10', new Set(['ANA10', 'ANA10-2', 'ANA10-3']))).toBe('ANA10-4');
  });

  test('is valid however long the name is', () => {
    const code = firstFreeCode(suggestCouponCode('X'.repeat(120), '12,55'), new Set());
    expect(CouponFields.shape.code.safeParse(code).success).toBe(true);
  });
});

describe('the coupon preview', () => {
  const values = {
    code: '',
    name: '',
    type: 'PERCENT' as const,
    discount: '10',
    maxUses: '100',
    validFrom: '2026-11-21',
    validTo: '2027-11-21',
    isActive: true,
  };
  const sample = { id: 'p', name: 'Grade Cinema', priceCents: 9_990 };

  test('describes the coupon while it is being typed', () => {
    expect(couponSentence(values, sample)).toBe(
      'Grade Cinema: R$ 99,90 vira R$ 89,91. Vale de 21/11/2026 a 21/11/2027, para 100 usos.',
    );
    expect(couponSentence({ ...values, type: 'FIXED', discount: 'R$ 20', maxUses: '' }, undefined)).toBe(
      'Um produto de R$ 99,90 vira R$ 79,90. Vale de 21/11/2026 a 21/11/2027, sem limite de usos.',
    );
    expect(couponSentence({ ...values, validTo: '2026-11-21', maxUses: '1', isActive: false }, sample)).toBe(
      'Grade Cinema: R$ 99,90 vira R$ 89,91. Vale só em 21/11/2026, para um uso. Está inativo: ninguém consegue usar agora.',
    );
  });

  test('leaves out an invalid discount and invalid dates', () => {
    for (const discount of ['', '0', 'dez', '101']) expect(couponSentence({ ...values, discount }, sample)).toBeNull();
    expect(couponSentence({ ...values, validTo: '2026-11-20' }, sample)).toBe('Grade Cinema: R$ 99,90 vira R$ 89,91.');
  });

  test('never goes below the minimum charge', () => {
    expect(discountOf(9_990, { type: 'PERCENT', discountHundredths: 10_000 })).toBe(9_940);
    expect(discountOf(40, { type: 'FIXED', discountHundredths: 100 })).toBe(0);
    expect(discountText('FIXED', 1234.5)).toBe('R$ 1.234,50');
    expect(discountText('AFFILIATE', 12.5)).toBe('12,5%');
  });

  test('respects first day, last day and maximum uses', () => {
    const coupon = { validFrom: '2026-11-10', validTo: '2026-11-20', maxUses: 2, used: 1 };
    expect(unavailabilityOf(coupon, '2026-11-09')).toBe('Agendado');
    expect(unavailabilityOf(coupon, '2026-11-10')).toBeNull();
    expect(unavailabilityOf(coupon, '2026-11-20')).toBeNull();
    expect(unavailabilityOf(coupon, '2026-11-21')).toBe('Expirado');
    expect(unavailabilityOf({ ...coupon, used: 2 }, '2026-11-15')).toBe('Esgotado');
  });
});

test('the form validates its fields together', () => {
  const read = CouponForm.safeParse({
    code: 'a',
    name: 'A',
    type: 'PERCENT',
    discount: '150',
    maxUses: '',
    validFrom: '2026-11-21',
    validTo: '2026-11-20',
  });
  expect(read.error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['discount', 'validTo']);
});

test('a generated password is long and unique', () => {
  const drawn = Array.from({ length: 200 }, drawPassword);
  expect(new Set(drawn).size).toBe(200);
  for (const password of drawn) expect(password).toMatch(/^[\w\-+*=?%]{16}$/);
});
