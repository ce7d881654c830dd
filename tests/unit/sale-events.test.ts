import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tellSaleEvent, tellSource } from '#src/wire/sale-events.ts';
import { ROOT } from '../support/source.ts';

const at = '2026-11-21T12:00:00.000Z';

test('every event that the shop notes is told in a sentence, and every source by its name', async () => {
  const text = await readFile(join(ROOT, 'src/domain/time-line.ts'), 'utf8');
  const namesOf = (type: string) =>
    [...(new RegExp(`type ${type} =([^;]+);`).exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
      ([, name]) => name ?? '',
    );
  const events = namesOf('PurchaseEvent');
  const sources = namesOf('EventSource');
  expect(events.length).toBeGreaterThan(20);
  for (const event of events) {
    const { sentence } = tellSaleEvent({ at, event, source: 'worker', detail: null });
    expect(sentence, event).toMatch(/^\p{Lu}.* ./u);
  }
  for (const source of sources) expect(tellSource({ at, event: 'paid', source, detail: null })).not.toBe('');
});

test('what a detail changes is told by it', () => {
  const tell = (event: string, detail: string | null, source = 'worker') =>
    tellSaleEvent({ at, event, source, detail }).sentence;
  expect(tell('mailed', 'receipt')).toBe('Recibo enviado por e-mail');
  expect(tell('mailed', 'key')).toBe('Chave enviada por e-mail');
  expect(tell('commission_reversed', 'paid')).toBe('Comissão do afiliado retirada depois de paga');
  expect(tell('checked', 'paid', 'admin')).toBe('Banco consultado pelo painel: o valor chegou');
  expect(tell('checked', 'unavailable')).toBe('O banco parou de responder: a loja continua perguntando');
  expect(tell('refund_refused', 'no balance')).toBe('O banco recusou o reembolso: o dinheiro continua com a loja');
  expect(tell('something_new', null)).toBe('something_new');
});
