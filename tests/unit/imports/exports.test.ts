import { describe, expect, test } from 'vitest';
import { OWN_SALE_COLUMNS } from '#src/wire/imports/own-columns.ts';
import { readTable } from './read-table.ts';

/** The headers are those that each platform documents, or writes in its published code; the people are invented. */
const EXPORTS = {
  gumroad: `Purchase ID,Item Name,Buyer Name,Purchase Email,Buyer Email,Do not contact?,Purchase Date,Purchase Time (UTC timezone),Subtotal ($),Taxes ($),Sale Price ($),Refunded?,Partial Refund ($),Fully Refunded?,Disputed?,Dispute Won?,Variants,Order Number,Quantity,Affiliate,License Key
ab1==,Cinema Grade Pack,Rui Lima,rui@exemplo.com,,0,2026-03-14,2026-03-14 15:09:26 UTC,24.0,0.0,24.0,0,0.0,0,0,0,,1001,1,canal@exemplo.com,A1B2C3D4-E5F60718-293A4B5C-6D7E8F90
ab2==,"Film Grain, 16mm",Bia,bia@exemplo.com,,0,2026-03-15,2026-03-15 10:00:00 UTC,10.0,0.0,10.0,1,0.0,1,0,0,,1002,1,,11112222-33334444-55556666-77778888
ab3==,Cinema Grade Pack,,caio@exemplo.com,,0,2026-03-16,2026-03-16 10:00:00 UTC,24.0,0.0,24.0,1,4.0,0,0,0,,1003,1,,
ab4==,Cinema Grade Pack,Dora,dora@exemplo.com,,0,2026-03-17,2026-03-17 10:00:00 UTC,24.0,0.0,24.0,0,0.0,0,1,0,,1004,1,,
ab5==,Cinema Grade Pack,Ivo,ivo@exemplo.com,,0,2026-03-18,2026-03-18 10:00:00 UTC,24.0,0.0,24.0,0,0.0,0,1,1,,1005,1,,
Totals,,,,,,,,106.0,0.0,106.0,,4.0,,,,,,,,
`,
  hotmart: `Código da transação;Status da transação;Data da transação;Confirmação do pagamento;Produto;Moeda de compra;Valor de compra com impostos;Código do(a) Afiliado(a);Comprador(a);Email do(a) Comprador(a)
HP1;Aprovado;14/03/2026 12:09:26;14/03/2026 12:10:00;Curso de Cor;BRL;1.297,00;canal;Rui Lima;rui@exemplo.com
HP2;Reembolsado;15/03/2026 10:00:00;15/03/2026 10:01:00;Curso de Cor;BRL;97,00;(none);(none);bia@exemplo.com
HP3;Aguardando pagamento;16/03/2026 10:00:00;;Curso de Cor;BRL;97,00;;Caio;caio@exemplo.com
`,
  kiwify: `ID da venda,Status,Produto,Cliente,Email,Data de Criação,Valor da venda,Afiliado
k1,Pago,LUTs de Cinema,Rui Lima,rui@exemplo.com,14/03/2026 12:09,"R$ 97,00",canal
k2,Chargeback,LUTs de Cinema,Bia,bia@exemplo.com,15/03/2026 10:00,"R$ 97,00",
k3,Recusado,LUTs de Cinema,Caio,caio@exemplo.com,16/03/2026 10:00,"R$ 97,00",
`,
  lemonsqueezy: `identifier,order_number,user_name,user_email,currency,total,status,refunded,refunded_at,date_utc,product_name,license_key
0c9f,1,Rui Lima,rui@exemplo.com,USD,24.00,paid,0,,2026-03-14T15:09:26.000000Z,Grain Kit,AAAA-1
0c9e,2,Bia,bia@exemplo.com,EUR,10.00,refunded,1,2026-03-20T10:00:00.000000Z,2026-03-15T10:00:00.000000Z,Grain Kit,AAAA-2
`,
  woocommerce: `Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Order Refund Amount,Item Name,Item Cost,License Key
501,Completed,2026-03-14 12:09,Rui,Lima,rui@exemplo.com,0,Plugin A,100.00,W-1
501,Completed,2026-03-14 12:09,Rui,Lima,rui@exemplo.com,0,Plugin B,50.00,W-2
502,Completed,2026-03-15 12:09,Bia,,bia@exemplo.com,30.00,Plugin A,100.00,W-3
502,Completed,2026-03-15 12:09,Bia,,bia@exemplo.com,30.00,Plugin B,50.00,W-4
503,Refunded,2026-03-16 12:09,Caio,,caio@exemplo.com,150.00,Plugin A,150.00,W-5
504,Cancelled,2026-03-17 12:09,Dora,,dora@exemplo.com,0,Plugin A,100.00,
`,
} as const;

describe('an export of', () => {
  test('Gumroad', async () => {
    const { source, sales, problems } = await readTable(EXPORTS.gumroad);
    expect([source, problems]).toEqual(['gumroad', []]);
    expect(sales).toMatchObject([
      {
        externalId: 'ab1==',
        name: 'Rui Lima',
        paidAt: '2026-03-14T15:09:26.000Z',
        currency: 'USD',
        totalCents: 2_400,
        affiliateCode: 'canal@exemplo.com',
        refundedAt: null,
      },
      {
        externalId: 'ab2==',
        returnedCents: 1_000,
        refundedAt: '2026-03-15T10:00:00.000Z',
        items: [{ product: 'Film Grain, 16mm' }],
      },
      { externalId: 'ab3==', returnedCents: 400, refundedAt: null },
      // What its bank took back is given back, unless the seller won.
      { externalId: 'ab4==', returnedCents: 2_400, refundedAt: '2026-03-17T10:00:00.000Z' },
      { externalId: 'ab5==', returnedCents: 0, refundedAt: null },
    ]);
  });

  test('Gumroad, whose gift is of whoever got it, and whose keys may hold no more', async () => {
    const { sales, problems } =
      await readTable(`Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Sale Price ($),Access Revoked?,Giftee Email,License Key,License Key Enabled?
g1==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,0,BIA@exemplo.com,K-1,1
g2==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,0,,K-2,0
g3==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,1,,K-3,1
g4==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,0,,,
g5==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,0,bia,K-5,1
g6==,Grade,Rui Lima,rui@exemplo.com,2026-03-14,24.0,1,,,
`);
    expect(problems).toMatchObject([
      { line: 6, field: 'giftee', value: 'bia', reason: 'bad_email' },
      { line: 7, field: 'isAccessRevoked', value: '1', reason: 'access_revoked' },
    ]);
    expect(sales.map(({ email, name, items: [item] }) => [email, name, item?.isKeyRevoked ?? false])).toEqual([
      ['bia@exemplo.com', '', false],
      ['rui@exemplo.com', 'Rui Lima', true],
      ['rui@exemplo.com', 'Rui Lima', true],
      ['rui@exemplo.com', 'Rui Lima', false],
    ]);
  });

  test('Hotmart', async () => {
    const { source, sales, unpaid, problems } = await readTable(EXPORTS.hotmart);
    expect([source, unpaid, problems]).toEqual(['hotmart', 1, []]);
    expect(sales).toMatchObject([
      { externalId: 'HP1', paidAt: '2026-03-14T15:10:00.000Z', totalCents: 129_700, currency: 'BRL' },
      { externalId: 'HP2', returnedCents: 9_700, affiliateCode: null, name: '' },
    ]);
    const former = EXPORTS.hotmart.replace(';Produto;', ';Nome do Produto;').replace('com impostos', 'sem impostos');
    expect((await readTable(former)).sales).toEqual(sales);
  });

  test('Kiwify', async () => {
    const { source, sales, unpaid, problems } = await readTable(EXPORTS.kiwify);
    expect([source, unpaid, problems]).toEqual(['kiwify', 1, []]);
    expect(sales).toMatchObject([{ totalCents: 9_700, refundedAt: null }, { returnedCents: 9_700 }]);
  });

  test('Lemon Squeezy', async () => {
    const { source, sales, problems } = await readTable(EXPORTS.lemonsqueezy);
    expect([source, problems]).toEqual(['lemonsqueezy', []]);
    expect(sales).toMatchObject([
      { currency: 'USD', totalCents: 2_400, items: [{ key: 'AAAA-1' }] },
      { currency: 'EUR', refundedAt: '2026-03-20T10:00:00.000Z' },
    ]);
  });

  test('WooCommerce, whose lines repeat what came back of the order', async () => {
    const { source, sales, unpaid, problems } = await readTable(EXPORTS.woocommerce);
    expect([source, unpaid, problems]).toEqual(['woocommerce', 1, []]);
    expect(sales).toMatchObject([
      {
        name: 'Rui Lima',
        totalCents: 15_000,
        returnedCents: 0,
        items: [{ product: 'Plugin A' }, { product: 'Plugin B' }],
      },
      { totalCents: 15_000, returnedCents: 3_000, refundedAt: null },
      { totalCents: 15_000, returnedCents: 15_000 },
    ]);
  });

  test('Easy Digital Downloads', async () => {
    const { source, sales, problems } = await readTable(
      'ID,Email,First Name,Last Name,Products,Amount (R$),Payment Method,Date,Status,License Key\n77,rui@exemplo.com,Rui,Lima,Plugin A - R$129.90,129.90,PayPal,2026-03-14 12:09:26,Complete,E-1\n78,bia@exemplo.com,Bia,,Plugin A - R$100.00 / Pack / Duo (2) - Pro - R$50.01,120.00,PayPal,2026-03-14 12:09:26,Complete,\n79,bia@exemplo.com,Bia,,A - R$1.00 / B - R$1.00,2.00,PayPal,2026-03-14 12:09:26,Complete,E-2\n',
    );
    expect([source, problems.map(({ line, reason }) => [line, reason])]).toEqual(['woocommerce', [[4, 'key_of_cart']]]);
    expect(sales).toMatchObject([
      { externalId: '77', name: 'Rui Lima', totalCents: 12_990, items: [{ product: 'Plugin A' }] },
      {
        externalId: '78',
        totalCents: 12_000,
        lines: [3],
        items: [
          { product: 'Plugin A', amountCents: 7_999 },
          { product: 'Pack / Duo - Pro', amountCents: 2_001 },
          { product: 'Pack / Duo - Pro', amountCents: 2_000 },
        ],
      },
    ]);
  });

  test('our own table, by the example of its every column', async () => {
    const row = (cell: 'header' | 'example') => OWN_SALE_COLUMNS.map((column) => `"${column[cell]}"`).join(',');
    const { source, sales, problems } = await readTable(`${row('header')}\n${row('example')}\n`);
    expect([source, problems]).toEqual(['own', []]);
    expect(sales).toMatchObject([{ externalId: 'PED-1048', affiliateCode: 'canaldorui', totalCents: 12_990 }]);
  });
});
