import { describe, expect, it } from 'vitest';
import { whyNoDiscount } from '#src/islands/admin/coupons/coupon-text.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';

const TODAY = '2026-11-21';
const COUPON: Coupon = {
  id: 'cupom-1',
  code: 'EDITA10',
  name: 'Edita 10',
  description: '',
  discount: 10,
  type: 'PERCENT',
  maxUses: 100,
  used: 3,
  validFrom: '2026-11-21',
  validTo: '2026-11-21',
  isActive: true,
  createdAt: '2026-11-01T12:00:00.000Z',
  affiliate: null,
  productIds: [],
  perCustomer: null,
  onlyOwnersOf: null,
};

describe('the warning before a coupon link is shared', () => {
  it('is absent while the coupon works, its first and last day included', () => {
    expect(whyNoDiscount(COUPON, TODAY)).toBeNull();
  });

  it('explains why the coupon gives no discount', () => {
    const said = (change: Partial<Coupon>) => whyNoDiscount({ ...COUPON, ...change }, TODAY);
    expect(said({ isActive: false })).toMatch(/inativo/);
    expect(said({ validFrom: '2026-12-21', validTo: '2027-02-19' })).toBe('O cupom começa a valer em 21/12/2026.');
    expect(said({ validFrom: '2026-07-24', validTo: '2026-10-22' })).toMatch(/venceu em 22\/10\/2026/);
    expect(said({ used: 100 })).toMatch(/Todos os usos já foram feitos/);
  });
});
