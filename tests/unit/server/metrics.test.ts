import { describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { outcomeOfFailure } from '#src/domain/payments/watching/metrics.ts';
import { conflict, refusal } from '#src/domain/refusals.ts';
import { groupOf } from '#src/server/metrics/route-groups.ts';

describe('the settings of the metrics', () => {
  const TOKEN = 'um-token-com-24-letras!!';
  const read = (environment: Record<string, string>) => readSettings(environment).metrics;

  test('are off unless a token or a port is set', () => {
    expect(read({ METRICS_HOST: '0.0.0.0' })).toBeNull();
    expect(read({ METRICS_TOKEN: TOKEN })).toEqual({ token: TOKEN, listen: null });
    expect(read({ METRICS_PORT: '9464' })).toEqual({ token: null, listen: { host: '127.0.0.1', port: 9464 } });
    for (const host of ['::1', 'localhost', '127.1.2.3']) {
      expect(read({ METRICS_PORT: '9464', METRICS_HOST: host })?.listen?.host).toBe(host);
    }
  });

  test.each([
    [{ METRICS_TOKEN: TOKEN.slice(1) }, /^METRICS_TOKEN deve ter ao menos 24 letras/],
    [{ METRICS_TOKEN: `${TOKEN} ${TOKEN}` }, /^METRICS_TOKEN deve ter ao menos 24 letras/],
    [{ METRICS_PORT: '65536' }, /^METRICS_PORT deve ser um número inteiro de 1 a 65535/],
    [{ METRICS_PORT: '4321' }, /^METRICS_PORT deve ser outra porta que PORT/],
    [{ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, /^METRICS_HOST=0\.0\.0\.0 é alcançado por outras máquinas/],
    [{ METRICS_PORT: '9464', METRICS_HOST: '127.0.0.1.exemplo.com' }, /precisa também de METRICS_TOKEN/],
  ])('that would open them to strangers, or mean nothing, are refused: %o', (environment, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });
});

test.each([
  ['/', 'shop_pages'],
  ['/plugins/onda?utm_source=x', 'shop_pages'],
  ['/%61dmin', 'shop_pages'],
  ['/administrador', 'shop_pages'],
  ['/checkout/onda-audio', 'buyer_pages'],
  ['/minhas-compras', 'buyer_pages'],
  ['/admin/sales?status=x', 'desk_pages'],
  ['/_astro/page.js', 'assets'],
  ['/favicon.ico', 'assets'],
  ['/readyz', 'probes'],
  ['/api/payments/create', 'orders'],
  ['/api/payments/purchase/0a1b/events', 'streams'],
  ['/api/admin/events', 'streams'],
  ['/api/admin/files/0a1b', 'transfers'],
  ['/api/payments/download/0a1b?file=c', 'downloads'],
  ['/api/licenses/validate', 'licenses'],
  ['/api/webhooks/pix/secret', 'webhooks'],
  ['/api/payments/status/0a1b', 'buyer_calls'],
  ['/api/admin/health', 'desk_calls'],
  ['/api/public/products', 'shop_calls'],
])('a request for %s counts among %s', (url, group) => {
  expect(groupOf(url)).toBe(group);
});

test.each([
  [refusal('bank_failed', 'bank_refused', ''), 'refused_by_bank'],
  [refusal('bank_failed', 'bank_unclear', ''), 'unclear_at_bank'],
  [refusal('too_many', 'too_many_unpaid', ''), 'turned_away'],
  [refusal('unavailable', 'busy', ''), 'turned_away'],
  [conflict('sold_out', ''), 'refused'],
  [new Error('a fault'), 'failed'],
])('an order that ended with %o counts as %s', (error, outcome) => {
  expect(outcomeOfFailure(error)).toBe(outcome);
});
