import { describe, expect, test } from 'vitest';
import { listHrefFrom } from '#src/islands/admin/customers/customer-paths.ts';
import { customerFigures } from '#src/wire/customers/customers.ts';
import { customerStatusLabel, customerStatusTone } from '#src/wire/purchases/purchase-status.ts';

const NOW = new Date('2026-11-21T14:00:00.000Z');
const open = {
  paymentStatus: 'PENDING',
  failureReason: null,
  review: null,
  expiresAt: '2026-11-21T15:00:00.000Z',
  keptAmount: 'R$ 99,90',
  importedFrom: null,
} as const;
const overdue = { ...open, expiresAt: '2026-11-21T14:00:00.000Z' } as const;
const paid = { ...open, paymentStatus: 'COMPLETED', keptAmount: 'R$ 1.234,56' } as const;
const expired = { ...open, paymentStatus: 'FAILED', failureReason: 'expired' } as const;
const rejected = { ...open, paymentStatus: 'FAILED', failureReason: 'rejected' } as const;
const refunded = { ...open, paymentStatus: 'REFUNDED' } as const;

describe('a purchase in the customer’s history', () => {
  test.each([
    [open, 'Pendente', 'warning'],
    [overdue, 'Cancelado', 'neutral'],
    [{ ...overdue, review: 'short_payment' }, 'Pendente', 'warning'],
    [paid, 'Completo', 'success'],
    [expired, 'Cancelado', 'neutral'],
    [rejected, 'Falha', 'danger'],
    [refunded, 'Reembolsado', 'neutral'],
  ] as const)('%o has the label %s', (purchase, label, tone) => {
    expect(customerStatusLabel(purchase, NOW)).toBe(label);
    expect(customerStatusTone(purchase, NOW)).toBe(tone);
  });

  test('adds nothing to the total where it was paid on another platform', () => {
    const imported = { ...paid, importedFrom: 'Gumroad' };
    expect(customerFigures([paid, imported], NOW)).toEqual({ purchaseCount: 2, totalSpentCents: 123_456 });
  });

  test('counts unless canceled or refused, and adds to the total only when paid', () => {
    expect(customerFigures([], NOW)).toEqual({ purchaseCount: 0, totalSpentCents: 0 });
    expect(customerFigures([open, overdue, expired, rejected], NOW)).toEqual({ purchaseCount: 1, totalSpentCents: 0 });
    expect(customerFigures([paid, paid, open, rejected, refunded], NOW)).toEqual({
      purchaseCount: 4,
      totalSpentCents: 246_912,
    });
  });

  test('stops counting when its two hours are over', () => {
    const before = new Date(Date.parse(open.expiresAt) - 1);
    expect(customerFigures([open], before).purchaseCount).toBe(1);
    expect(customerFigures([open], new Date(open.expiresAt)).purchaseCount).toBe(0);
  });
});

describe('the back link of a customer page', () => {
  test.each([
    ['http://loja.test/admin/customers?q=ana&page=3', '/admin/customers?q=ana&page=3'],
    ['http://loja.test/admin/customers', '/admin/customers'],
    ['http://loja.test/admin/sales?id=1', '/admin/customers'],
    ['http://loja.test/admin/customers/abc', '/admin/customers'],
    ['https://elsewhere.test/', '/admin/customers'],
    ['javascript:alert(1)', '/admin/customers'],
    ['not an address', '/admin/customers'],
    [null, '/admin/customers'],
  ])('from %s leads to %s', (referrer, address) => {
    expect(listHrefFrom(referrer)).toBe(address);
  });
});
