import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { NEW_PRODUCT, type TypedData, validateFields } from '#src/islands/admin/products/form-values.ts';
import { fieldText } from '#src/wire/audit/audit-text.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { keyPrefixOf } from '#src/wire/products/license-fields.ts';
import { BLANK_FIELDS, PRODUCT_FIELD_NAMES, publicFieldsOf } from '#src/wire/products/product-fields.ts';
import { completePrice } from '#src/wire/products/product-prices.ts';
import { readDownload, readImage, readVideo } from '#src/wire/products/product-urls.ts';
import { CreateProduct } from '#src/wire/products/products.ts';

describe('completing a typed price', () => {
  it.each([
    ['', 'R$ 0,00'],
    ['R$ ', 'R$ 0,00'],
    ['R$ 99', 'R$ 99,00'],
    ['R$ 99,', 'R$ 99,00'],
    ['R$ 99,9', 'R$ 99,90'],
    ['R$ 99,90', 'R$ 99,90'],
    ['R$ 99,987', 'R$ 99,98'],
    ['R$ ,5', 'R$ 0,50'],
    ['R$ 12.499,9', 'R$ 12.499,90'],
    ['R$ 12499.90', 'R$ 12499,90'],
    ['R$ 12.499', 'R$ 12.499,00'],
    ['R$ 99.', 'R$ 99,00'],
  ])('turns %j into %j', (typed, complete) => {
    expect(completePrice(typed)).toBe(complete);
  });
});

test.each([
  ['Curva Log Pro', 'CURVA'],
  ['Névoa', 'NEVOA'],
  ['A 3D Transição', 'TRANSI'],
  ['16', 'PLUGIN'],
])('keys of %j begin with %s unless the owner says otherwise', (name, prefix) => {
  expect(keyPrefixOf(name)).toBe(prefix);
});

describe('a price in a request', () => {
  const read = (price: unknown) => {
    const product = { name: 'Névoa', downloadUrl: '/uploads/nevoa.zip', price };
    return CreateProduct.safeParse(product).data?.price;
  };

  it.each(['1,2,3', 'R$ ,', ',', 'R$ 1,,2', '1,2x', '99,98 reais', 'R$ -1,00', '1.2.3', '0,0 0', '9 9'])(
    'is rejected: %j',
    (typed) => {
      expect(read(typed)).toBeUndefined();
    },
  );

  it('survives formatting whenever it is accepted', () => {
    const character = fc.constantFrom('0', '1', '9', ',', '.', ' ', 'R', '$', '-', 'x');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (typed) => {
        const cents = read(typed);
        fc.pre(cents !== undefined);
        expect(typed).toMatch(/^\s*(?:R\$)?[\d.\s]*(?:,\s*\d*\s*)?$/);
        expect(read(formatCents(cents))).toBe(cents);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an image address', () => {
  it.each([
    ['', ''],
    [' /demo/capa.webp ', '/demo/capa.webp'],
    ['capas/correção de cor.png', '/capas/correção de cor.png'],
    ['https://imagens.loja.test/a b.png', 'https://imagens.loja.test/a%20b.png'],
  ])('normalizes %j to %j', (typed, kept) => {
    expect(readImage(typed)).toBe(kept);
  });

  it.each([
    'javascript:alert(1)',
    'https:evil.test/a.png',
    'https:///evil.test/a.png',
    '//evil.test/a.png',
    '/%5cevil.test/a.png',
    '/uploads/%2e%2e/%2e%2e/a.png',
    '/%E0%A4%A',
    '/API/logout',
    '/admin',
    'a\u202egnp.exe',
    'a\u0007.png',
  ])('is rejected: %j', (typed) => {
    expect(readImage(typed)).toBeNull();
  });
});

describe('a video address', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['http://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['/uploads/filme.mp4', '/uploads/filme.mp4'],
    ['/uploads/filme.WEBM', '/uploads/filme.WEBM'],
    ['/uploads/filme.ogv', '/uploads/filme.ogv'],
  ])('turns %j into %j', (typed, kept) => {
    expect(readVideo(typed)).toBe(kept);
  });

  it.each([
    'https://www.youtube.com/',
    'https://youtube.com.evil.test/embed/dQw4w9WgXcQ',
    'https://evil.test/?u=youtube.com/embed/dQw4w9WgXcQ',
    'ftp://youtu.be/dQw4w9WgXcQ',
    '/uploads',
    '/uploads/filmes/',
    '/uploads/capa.png',
    '/uploads/plugin.zip',
    '/uploads/filme',
    '/uploads/capa.png?filme.mp4',
    '/uploads/capa.png#filme.mp4',
    '/demo/filme.mp4',
    'filme.mp4',
  ])('is rejected: %j', (typed) => {
    expect(readVideo(typed)).toBeNull();
  });
});

describe('a download address', () => {
  it('is an upload or an https address', () => {
    expect(readDownload('/uploads/plugins/correção.zip')).toBe('/uploads/plugins/correção.zip');
    expect(readDownload('https://arquivos.loja.test/é.zip')).toBe('https://arquivos.loja.test/%C3%A9.zip');
    expect(readDownload('http://arquivos.loja.test/a.zip')).toBeNull();
    expect(readDownload('uploads/a.zip')).toBeNull();
  });
});

describe('the product form', () => {
  const TYPED = {
    ...NEW_PRODUCT,
    status: 'active',
    name: 'Névoa Fina',
    description: 'Neblina que respeita a profundidade.',
    downloadUrl: '/uploads/nevoa.zip',
    price: 'R$ 99,9',
  };
  const errorsFor = async (change: Partial<TypedData>) => {
    const { errors } = await validateFields({ ...TYPED, ...change }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  };
  const FREE = { price: 'Publicar de graça não é possível: o menor valor é R$ 0,50.' };
  const TOO_LOW = { price: 'O menor preço de um produto à venda é R$ 0,50.' };
  const NOT_ABOVE = { originalPrice: 'O preço original aparece riscado: ele precisa ser maior que o preço.' };

  it.each([
    [{}, {}],
    [{ price: '' }, FREE],
    [{ price: 'R$ 0,4' }, TOO_LOW],
    [{ price: 'R$ 0,5' }, {}],
    [{ price: '', status: 'Em revisão' }, {}],
    [
      { price: '', name: '' },
      { ...FREE, name: 'Informe o nome do produto, com até 120 caracteres.' },
    ],
    [{ isFeatured: true, originalPrice: 'R$ 99,90' }, NOT_ABOVE],
    [{ isFeatured: true, originalPrice: 'R$ 99,91' }, {}],
    [{ isFeatured: false, originalPrice: 'R$ 10' }, {}],
  ] as const)('with %o reports %o', async (change, errors) => {
    expect(await errorsFor(change)).toEqual(errors);
  });
});

it('public fields include neither kind nor parts, nor commission, nor status, nor update policy, nor download address, nor how keys are made', () => {
  const names = Object.keys(publicFieldsOf({ ...BLANK_FIELDS, downloadUrl: 'https://a.test/b' }));
  expect(PRODUCT_FIELD_NAMES.filter((name) => !names.includes(name))).toEqual([
    ...['kind', 'parts', 'commissionPercent', 'status', 'updatePolicy', 'updateMonths', 'downloadUrl'],
    ...[
      'keySource',
      'keyPrefix',
      'machineLimit',
      'offlineDays',
      'idleDays',
      'lowKeysAt',
      'pauseWithoutKeys',
      'trialDays',
    ],
    ...['upgradesFrom', 'upgradePrice', 'replacesKey', 'renewalPrice', 'gumroadIds', 'lemonSqueezyIds'],
    ...['body', 'faq', 'licenseText', 'gpuNote'],
  ]);
});

it('every product field has a label in the audit trail', () => {
  expect(PRODUCT_FIELD_NAMES.map(fieldText).filter((text, index) => text === PRODUCT_FIELD_NAMES[index])).toEqual([
    'status',
  ]);
});
