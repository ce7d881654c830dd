import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countVisitsWith } from '#src/server/requests/visit-of-request.ts';
import { openVisitCounter } from '#src/server/shop/visit-counter.ts';
import { readOrigin } from '#src/wire/reports/origins.ts';

const HOST = 'loja.example';

describe('an origin is read', () => {
  test('from the address, in lower case', () => {
    const address = `https://${HOST}/plugins/lote?utm_source=Instagram&utm_medium=Story&utm_campaign=Verão%2026&gclid=Ab_1-2`;
    expect(readOrigin({ address, referrer: 'https://l.instagram.com/' }, HOST)).toEqual({
      origin: {
        source: 'instagram',
        medium: 'story',
        campaign: 'verão 26',
        content: null,
        term: null,
        referrerHost: 'l.instagram.com',
        landing: '/plugins/lote',
      },
      clickIds: { gclid: 'Ab_1-2' },
    });
  });

  test.each([
    ['https://www.google.com.br/', '/', 'google'],
    ['https://lm.facebook.com/', '/', 'facebook'],
    ['https://forum.edicao.example/topico/1', '/', 'forum.edicao.example'],
    ['https://www.blog.example/', '/', 'blog.example'],
    [`https://${HOST}/plugins/lote`, '/checkout/lote', 'direto'],
    ['', '/', 'direto'],
    ['', '/?fbclid=1', 'facebook'],
    ['', '/checkout/lote?cupom=EDITA10', 'cupom'],
    ['https://t.co/x', '/checkout/lote?cupom=EDITA10&utm_source=canal', 'canal'],
  ])('with %s at %s as %s', (referrer, path, source) => {
    expect(readOrigin({ address: `https://${HOST}${path}`, referrer }, HOST)?.origin.source).toBe(source);
  });

  test('with the code of a coupon as its campaign, where it names none', () => {
    const campaignOf = (path: string) => readOrigin({ address: `https://${HOST}${path}` }, HOST)?.origin.campaign;
    expect(campaignOf('/?cupom=EDITA10')).toBe('edita10');
    expect(campaignOf('/?cupom=EDITA10&utm_campaign=verao')).toBe('verao');
  });

  test('from the fields of a call', () => {
    const sent = { source: 'Newsletter', campaign: 'nov', landing: '/plugins/lote', clickIds: { ttclid: 'x1' } };
    expect(readOrigin(sent, HOST)).toMatchObject({
      origin: { source: 'newsletter', campaign: 'nov', landing: '/plugins/lote' },
      clickIds: { ttclid: 'x1' },
    });
  });

  test.each(['ana@example.com', 'a'.repeat(121), '\0', '\uD800', '', '   ', 7, null, ['x'], { a: 1 }])(
    'without the value %j',
    (value) => {
      const read = readOrigin({ source: value, campaign: value, landing: value, clickIds: value }, HOST);
      expect(read).toMatchObject({ origin: { source: 'direto', campaign: null, landing: null }, clickIds: null });
    },
  );

  test.each([undefined, null, 'x', 7, [], [{ source: 'x' }]])('as nothing from %j', (sent) => {
    expect(readOrigin(sent, HOST)).toBeNull();
  });

  test('from anything without an error, and short', () => {
    const field = fc.anything({ maxDepth: 2, withBigInt: false });
    const anything = fc.record({
      source: field,
      campaign: field,
      address: fc.oneof(field, fc.webUrl({ withQueryParameters: true }), fc.string()),
      referrer: fc.oneof(field, fc.webUrl(), fc.string()),
      clickIds: field,
    });
    fc.assert(
      fc.property(fc.oneof(anything, field), (sent) => {
        const read = readOrigin(sent, HOST);
        for (const text of Object.values(read?.origin ?? {})) expect((text ?? '').length).toBeLessThanOrEqual(120);
        expect(read?.origin.source).not.toBe('');
      }),
    );
  });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

describe('a request', () => {
  const at = new Date('2026-11-22T14:59:59Z');
  function count(...requests: { url: string; method?: string; [header: string]: string | undefined }[]) {
    const counter = openVisitCounter({ now: () => at });
    const see = countVisitsWith(counter);
    for (const { url, method = 'GET', ...headers } of requests) {
      see({ method, url, headers: { host: HOST, 'user-agent': CHROME, ...headers } } as never);
    }
    return counter.take();
  }

  test('from outside is an entry of its source', () => {
    const found = count({ url: '/?utm_source=canal&utm_campaign=nov' }, { url: '/?utm_source=canal&utm_campaign=nov' });
    expect(found).toEqual([
      { hour: '2026-11-22T14', page: '/', source: 'canal', campaign: 'nov', entries: 2, visits: 2 },
    ]);
  });

  test('from a page of ours opens a checkout, and is no entry', () => {
    const referer = `https://${HOST}/?utm_source=canal`;
    expect(count({ url: '/', referer }, { url: '/plugins/lote', referer }, { url: '/checkout/lote', referer })).toEqual(
      [{ hour: '2026-11-22T14', page: '/checkout/lote', source: '', campaign: '', entries: 0, visits: 1 }],
    );
  });

  test.each([
    [{ url: '/', 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    [{ url: '/', 'user-agent': '' }],
    [{ url: '/', method: 'HEAD' }],
    [{ url: '/checkout/lote', method: 'POST' }],
    [{ url: '/', 'sec-purpose': 'prefetch' }],
    [{ url: '/theme.js' }],
    [{ url: '/api/public/products' }],
    [{ url: '/checkout/lote/../x' }],
    [{ url: '/minhas-compras' }],
  ])('%j is not counted', (request) => {
    expect(count(request)).toEqual([]);
  });

  test('of a flood of invented sources costs a bounded memory and loses no entry', () => {
    const flood = Array.from({ length: 12_000 }, (_, at) => ({ url: `/checkout/x${at}?utm_source=s${at}` }));
    const found = count(...flood);
    expect(found.length).toBeLessThanOrEqual(5_001);
    expect(found.reduce((sum, { entries }) => sum + entries, 0)).toBe(12_000);
  });
});
