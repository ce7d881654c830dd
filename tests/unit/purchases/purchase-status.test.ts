import { describe, expect, test } from 'vitest';
import { currentStatusLabel, statusTone, storedStatusLabel } from '#src/wire/purchases/purchase-status.ts';

const open = { status: 'PENDING', failureReason: null, review: null, expiresAt: '2026-11-21T14:00:00.000Z' } as const;

describe('an order in the back-office', () => {
  test.each([
    [{ ...open, status: 'PENDING' }, 'Processando', 'warning'],
    [{ ...open, status: 'COMPLETED' }, 'Completado', 'success'],
    [{ ...open, status: 'FAILED', failureReason: 'expired' }, 'Cancelado', 'neutral'],
    [{ ...open, status: 'FAILED', failureReason: 'rejected' }, 'Falha', 'danger'],
    [{ ...open, status: 'FAILED', failureReason: 'provider' }, 'Falha', 'danger'],
    [{ ...open, status: 'REFUNDED' }, 'Reembolsado', 'neutral'],
  ] as const)('%o has the label %s', (facts, name, tone) => {
    expect(storedStatusLabel(facts)).toBe(name);
    expect(statusTone(name)).toBe(tone);
  });

  test('becomes Cancelado when it expires, and no other status does', () => {
    const at = (time: string) => new Date(`2026-11-21T${time}Z`);
    const order = { status: 'Processando', expiresAt: open.expiresAt } as const;
    expect(currentStatusLabel(order, at('13:59:59.999'))).toBe('Processando');
    expect(currentStatusLabel(order, at('14:00:00.000'))).toBe('Cancelado');
    expect(currentStatusLabel({ ...order, expiresAt: null }, at('23:00:00.000'))).toBe('Processando');
    expect(currentStatusLabel({ ...order, status: 'Completado' }, at('23:00:00.000'))).toBe('Completado');
  });
});
