import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount, writeAmount } from '#src/gateways/pix/decimal-amounts.ts';
import { codeOf } from '#src/gateways/pix/mercado-pago/error-reasons.ts';
import { idempotencyKey } from '#src/gateways/pix/mercado-pago/idempotency-key.ts';
import { readOrder } from '#src/gateways/pix/mercado-pago/order.ts';
import { readWebhook } from '#src/gateways/pix/mercado-pago/webhooks.ts';

describe('amounts', () => {
  test('in any number of centavos survive formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        expect(writeAmount(cents)).toMatch(/^\d+\.\d\d$/);
        expect(readAmount(writeAmount(cents))).toBe(cents);
      }),
    );
  });

  test.each([
    ['1.15', 115],
    ['99.9', 9990],
    ['7', 700],
    ['0.50', 50],
  ])('%s is read as %i centavos', (text, cents) => {
    expect(readAmount(text)).toBe(cents);
  });
});

test('an idempotency key depends on act and reference alone', () => {
  expect(idempotencyKey('create', 'a')).toBe(idempotencyKey('create', 'a'));
  const others = [idempotencyKey('create', 'b'), idempotencyKey('cancel', 'a'), idempotencyKey('refund', 'a')];
  expect(new Set([idempotencyKey('create', 'a'), ...others]).size).toBe(4);
});

describe('arbitrary bank responses', () => {
  const order = {
    id: 'ORD01',
    status: 'processed',
    status_detail: 'accredited',
    total_amount: '99.90',
    external_reference: 'a',
    transactions: { payments: [{ id: 'PAY01', amount: '99.90', payment_method: { id: 'pix', qr_code: '0002' } }] },
  };

  test('parse to an order or null and never throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.keys(order)), (anything, name) => {
        expect(() => readOrder(anything)).not.toThrow();
        expect(() => readOrder({ ...order, [name]: anything })).not.toThrow();
        expect(() =>
          codeOf({ outcome: 'refused', status: 400, body: anything, retryAfterMs: null, date: null }),
        ).not.toThrow();
      }),
    );
  });

  test('yield the amount paid from the payment, then from the order, then the requested one', () => {
    const [payment] = order.transactions.payments;
    const paidIn = (more: object, inPayment: object = {}) =>
      readOrder({ ...order, ...more, transactions: { payments: [{ ...payment, ...inPayment }] } })?.paidCents;
    expect(paidIn({})).toBe(9990);
    expect(paidIn({ total_paid_amount: '5.00' })).toBe(500);
    expect(paidIn({ total_paid_amount: '5.00' }, { paid_amount: '4.00' })).toBe(400);
  });

  test('with an error are reported by code, never by message', () => {
    const named = (body: unknown) => codeOf({ outcome: 'refused', status: 400, body, retryAfterMs: null, date: null });
    expect(named({ errors: [{ code: 'property_value', message: 'maria@example.com' }] })).toBe('property_value');
    expect(named({ error: 'bad_request', message: 'maria@example.com', status: 400 })).toBe('bad_request');
    expect(named({ errors: [{ code: 'maria@example.com is unknown' }] })).toBe('http_400');
    expect(named('<html>')).toBe('http_400');
  });
});

test('a forged signature is never accepted', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^ts=\d{10,13},v1=[0-9a-f]{64}$/));
  fc.assert(
    fc.property(text, fc.string(), fc.webQueryParameters(), fc.string(), (signature, requestId, query, body) => {
      const headers = new Headers();
      headers.set('x-signature', encodeURIComponent(signature).replaceAll('%3D', '=').replaceAll('%2C', ','));
      headers.set('x-request-id', encodeURIComponent(requestId));
      const url = new URL(`https://loja.example/api/webhooks/mercadopago?${query}&data.id=ORD1&type=order`);
      expect(['forged', 'ignored']).toContain(readWebhook({ url, headers, body, secret: null }, 'secret').outcome);
    }),
  );
});
