import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const OWN = 'Pedido;E-mail;Nome;Produto;Valor;Pago em;Devolvido em;Chave;Afiliado';

describe('what a file of sales may look like', () => {
  test.each([
    ['UTF-8', (text: string) => new TextEncoder().encode(text)],
    ['UTF-8 with its mark', (text: string) => new TextEncoder().encode(`\ufeff${text}`)],
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('is %s', async (_, encode) => {
    const { sales, source } = await readTable(encode(`${OWN}\n1;rui@x.com;José;Gradação;129,90;14/03/2026;;A-1;\n`));
    expect(source).toBe('own');
    expect(sales).toMatchObject([{ name: 'José', totalCents: 12_990, items: [{ product: 'Gradação', key: 'A-1' }] }]);
  });

  test.each([';', ',', '\t'])('is divided by %j', async (mark) => {
    const line = ['1', 'rui@x.com', 'Rui', '"Grão, 16; novo"', '129.90', '2026-03-14', '', '', ''];
    const { sales } = await readTable(`${OWN.replaceAll(';', mark)}\r\n${line.join(mark)}\r\n`);
    expect(sales).toMatchObject([{ totalCents: 12_990, items: [{ product: 'Grão, 16; novo' }] }]);
  });

  test.each([
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['US$ 1,234.56', 123_456],
    ['1234.5', 123_450],
    ['1.234', 123_400],
    ['12,9', 1_290],
    ['29.900000', 2_990],
    ['1.234.567,89', 123_456_789],
  ])('says %s', async (amount, cents) => {
    const { sales, problems } = await readTable(`${OWN}\n1;rui@x.com;;P;${amount};14/03/2026;;;\n`);
    expect(problems).toEqual([]);
    expect(sales[0]?.totalCents).toBe(cents);
  });

  test('reads 1,234 by what its other lines say', async () => {
    const table = (other: string) =>
      `${OWN}\n1;a@x.com;;P;"1,234";14/03/2026;;;\n2;a@x.com;;P;${other};14/03/2026;;;\n`;
    expect((await readTable(table('9.90'))).sales[0]?.totalCents).toBe(123_400);
    expect((await readTable(table('9,90'))).sales[0]?.totalCents).toBe(123);
  });

  test.each([
    ['2026-03-14', '2026-03-14T15:00:00.000Z'],
    ['2026-03-14T15:09:26Z', '2026-03-14T15:09:26.000Z'],
    ['2026-03-14 15:09:26 UTC', '2026-03-14T15:09:26.000Z'],
    ['2026-03-14 12:09:26 -0300', '2026-03-14T15:09:26.000Z'],
    ['14/03/2026', '2026-03-14T15:00:00.000Z'],
    ['14/03/26 12:09', '2026-03-14T15:09:00.000Z'],
    ['03/14/2026 12:09 PM', '2026-03-14T15:09:00.000Z'],
    ['Mar 14, 2026 12:09 pm', '2026-03-14T15:09:00.000Z'],
    ['14 de março de 2026', '2026-03-14T15:00:00.000Z'],
    ['46095', '2026-03-14T15:00:00.000Z'],
  ])('was paid at %s', async (written, at) => {
    const { sales, problems } = await readTable(`${OWN}\n1;rui@x.com;;P;10,00;"${written}";;;\n`);
    expect(problems).toEqual([]);
    expect(sales[0]?.paidAt).toBe(at);
  });

  test('has days first, or months, as its other lines show', async () => {
    const table = (other: string) => `${OWN}\n1;a@x.com;;P;10;03/04/2026;;;\n2;a@x.com;;P;10;${other};;;\n`;
    expect((await readTable(table('25/04/2026'))).sales[0]?.paidAt).toMatch('2026-04-03');
    expect((await readTable(table('04/25/2026'))).sales[0]?.paidAt).toMatch('2026-03-04');
  });
});

describe('an order', () => {
  test('of several lines is one sale', async () => {
    const { sales } = await readTable(
      `${OWN}\n7;RUI@X.COM;Rui;A;10,00;14/03/2026;;K-1;\n7;rui@x.com;Rui;B;20,00;14/03/2026;;K-2;canal\n`,
    );
    expect(sales).toMatchObject([{ email: 'rui@x.com', totalCents: 3_000, lines: [2, 3], returnedCents: 0 }]);
    expect(sales[0]?.items.map(({ key }) => key)).toEqual(['K-1', 'K-2']);
  });

  test.each([
    ['by a line below zero', '7;a@x.com;;A;10,00;14/03/2026;;;\n7;a@x.com;;A;-10,00;16/03/2026;;;'],
    ['by a column', '7;a@x.com;;A;10,00;14/03/2026;16/03/2026;;'],
  ])('came back %s', async (_, lines) => {
    const { sales, problems } = await readTable(`${OWN}\n${lines}\n`);
    expect(problems).toEqual([]);
    expect(sales).toMatchObject([{ returnedCents: 1_000, refundedAt: '2026-03-16T15:00:00.000Z' }]);
  });

  test('came back in part', async () => {
    const { sales } = await readTable(`${OWN}\n7;a@x.com;;A;10,00;14/03/2026;;;\n7;a@x.com;;A;"-4,00";16/03/2026;;;\n`);
    expect(sales).toMatchObject([{ totalCents: 1_000, returnedCents: 400, refundedAt: null }]);
  });

  test('without a number finds its refund by buyer, product and amount', async () => {
    const head = OWN.replace('Pedido;', '');
    const { sales, problems } = await readTable(
      `${head}\na@x.com;;A;10,00;14/03/2026;;;\nb@x.com;;A;10,00;14/03/2026;;;\nb@x.com;;A;-10,00;15/03/2026;;;\n`,
    );
    expect(problems).toEqual([]);
    expect(sales.map(({ refundedAt }) => refundedAt !== null)).toEqual([false, true]);
  });

  test('that cost nothing is a sale, given back only where it says so', async () => {
    const { sales, problems } = await readTable(
      `${OWN}\n1;a@x.com;;A;0;14/03/2026;;K-1;\n2;a@x.com;;A;0,01;14/03/2026;;;\n3;a@x.com;;A;0;14/03/2026;15/03/2026;;\n`,
    );
    expect(problems).toEqual([]);
    expect(sales.map(({ totalCents, refundedAt }) => [totalCents, refundedAt !== null])).toEqual([
      [0, false],
      [1, false],
      [0, true],
    ]);
  });

  test('waits whole while one of its lines has a problem', async () => {
    const { sales, problems } = await readTable(
      `${OWN}\n7;a@x.com;;A;10,00;14/03/2026;;;\n7;a@x.com;;A;10,00;31/02/2026;;;\n8;a@x.com;;A;10,00;14/03/2026;;;\n`,
    );
    expect(sales.map(({ externalId }) => externalId)).toEqual(['8']);
    expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'other_line'],
      [3, 'no_such_day'],
    ]);
  });
});

test.each([
  ['1;rui@@gmail.com;;P;10;14/03/2026;;;', 'email', 'bad_email'],
  ['1;;;P;10;14/03/2026;;;', 'email', 'no_email'],
  ['1;a@x.com;;;10;14/03/2026;;;', 'product', 'no_product'],
  ['1;a@x.com;;P;;14/03/2026;;;', 'amount', 'no_amount'],
  ['1;a@x.com;;P;dez;14/03/2026;;;', 'amount', 'bad_amount'],
  ['1;a@x.com;;P;-5,00;14/03/2026;;;', 'amount', 'refund_alone'],
  ['1;a@x.com;;P;10;;;;', 'paidAt', 'no_day'],
  ['1;a@x.com;;P;10;31/02/2024;;;', 'paidAt', 'no_such_day'],
  ['1;a@x.com;;P;10;ontem;;;', 'paidAt', 'bad_day'],
  ['1;a@x.com;;P;10;14/03/2027;;;', 'paidAt', 'future'],
  ['1;a@x.com;;P;10;14/03/2026;;A1B2-C3D4, E5F6-G7H8;', 'key', 'two_keys'],
  ['1;a@x.com;;P;10;14/03/2026;;A1B2-C3D4 E5F6-G7H8;', 'key', 'two_keys'],
  ['1;a@x.com;;=SUM(A1:A2);10;14/03/2026;;;', 'product', 'formula'],
  ['1;a@x.com;;P\0;10;14/03/2026;;;', 'line', 'nul'],
  ['1;a@x.com;;"P;10;14/03/2026;;;', 'line', 'unclosed_quote'],
])('%j is told, and the rest goes in', async (line, field, reason) => {
  const { sales, problems } = await readTable(`${OWN}\n${line}\n9;b@x.com;;"Q";10;14/03/2026;;="0012";\n`);
  expect(problems).toMatchObject([{ line: 2, field, reason }]);
  expect(sales).toMatchObject([{ externalId: '9', items: [{ key: '0012' }] }]);
});

describe('any file', () => {
  test('is read without an error, and each of its lines is accounted for', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '\r', '=1', '\0', '1,5', '-1'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 10 }), { maxLength: 20 }), async (rows) => {
        const { sales, problems } = await readTable(`${OWN}\n${rows.map((row) => row.join(';')).join('\n')}`);
        for (const { totalCents, email } of sales) expect([totalCents > 0, email]).toEqual([true, expect.any(String)]);
        expect(problems.every(({ line }) => line > 1)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('is read whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        await expect(readTable(bytes)).resolves.toBeDefined();
      }),
      { numRuns: 100 },
    );
  });

  test('keeps every good line beside the worst ones', async () => {
    const quoted = fc.constantFrom(
      (text: string) => text,
      (text: string) => `"${text}"`,
    );
    const good = fc.record({ product: fc.constantFrom('A', 'B;C', 'D ""E""', 'F'), quote: quoted, key: fc.nat(9_999) });
    const bad = fc.constantFrom(
      'x;"aberta;10;14/03/2026',
      '"',
      '"aberta',
      ';;;"',
      'x;a@x.com;"fecha"mal;P;10',
      '\0;;;;;',
      '9;rui@@x.com;;P;10;14/03/2026;;;',
      '=1+1;=2;=3;=4;=5;=6;=7;=8;=9',
      '-;-;-;-;-;-;-;-;-',
    );
    const line = fc.oneof({ weight: 3, arbitrary: good }, bad);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const wanted: string[] = [];
        const text = lines.map((each, at) => {
          if (typeof each === 'string') return each;
          wanted.push(`p-${at}`);
          const product = /["";]/.test(each.product) ? `"${each.product}"` : each.quote(each.product);
          return `${each.quote(`p-${at}`)};${each.quote(`c${at}@x.com`)};;${product};10,00;14/03/2026;;${each.quote(`k-${at}`)};`;
        });
        const { sales, problems } = await readTable(`${OWN}\n${text.join('\n')}`);
        expect(sales.map(({ externalId }) => externalId)).toEqual(wanted);
        expect(problems.length).toBeGreaterThanOrEqual(
          lines.filter((each) => each !== '"' && typeof each === 'string').length,
        );
      }),
      { numRuns: 200 },
    );
  });
});
