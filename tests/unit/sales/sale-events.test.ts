import { expect, test } from 'vitest';
import {
  describeSaleEvent,
  describeSource,
  type EventSource,
  type PurchaseEvent,
} from '#src/wire/sales/sale-events.ts';

const at = '2026-11-21T12:00:00.000Z';

test('the description of an event depends on its detail', () => {
  const tell = (event: PurchaseEvent, detail: string | null, source: EventSource = 'worker') =>
    describeSaleEvent({ at, event, source, detail }).sentence;
  expect(tell('mailed', 'receipt')).toBe('Recibo enviado por e-mail');
  expect(tell('mailed', 'constructor')).toBe('Recibo enviado por e-mail');
  expect(tell('mailed', 'key')).toBe('Chave enviada por e-mail');
  expect(tell('mailed', 'reminder')).toBe('Lembrete enviado por e-mail');
  expect(tell('resend_requested', null, 'admin')).toBe('Reenvio do recibo pedido');
  expect(tell('resend_requested', 'withdrawal_refused', 'admin')).toBe('Reenvio da resposta à desistência pedido');
  expect(tell('paid', 'too_much')).toBe('Pagamento confirmado: chegou mais que o preço');
  expect(tell('commission_reversed', 'paid')).toBe('Comissão do afiliado retirada depois de paga');
  expect(tell('checked', 'paid', 'admin')).toBe('Banco consultado pelo painel: o valor chegou');
  expect(tell('checked', 'unavailable')).toBe('O banco parou de responder: a loja continua perguntando');
  expect(tell('refund_refused', 'no balance')).toBe(
    'O banco recusou o reembolso: o que não voltou continua com a loja',
  );
  expect(tell('marked_unpaid', null)).toBe('Marcada como nunca paga');
  expect(tell('marked_unpaid', 'Pix de teste')).toBe('Marcada como nunca paga: Pix de teste');
  expect(tell('returned_in_part', '6000')).toBe('Devolvida em parte: R$ 60,00');
});

test('the timeline is red only where something went wrong', () => {
  const toneOf = (event: PurchaseEvent) => describeSaleEvent({ at, event, source: 'worker', detail: null }).tone;
  for (const over of ['expired', 'refunded', 'returned', 'returned_in_part', 'marked_unpaid'] as const) {
    expect(toneOf(over)).toBe('neutral');
  }
  for (const wrong of ['rejected', 'refund_refused', 'disputed', 'mail_given_up'] as const) {
    expect(toneOf(wrong)).toBe('danger');
  }
});

test('an unknown event or source is shown under its raw name', () => {
  const point = { at, event: 'something_new', source: 'somebody', detail: null };
  expect(describeSaleEvent(point)).toEqual({ sentence: 'something_new', tone: 'neutral' });
  expect(describeSource(point)).toBe('somebody');
  expect(describeSource({ ...point, source: 'webhook' })).toBe('por aviso do banco');
  expect(describeSource({ ...point, source: 'sandbox' })).toBe('pelo banco de teste');
});
