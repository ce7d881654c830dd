import { describe, expect, test } from 'vitest';
import { Login } from '#src/wire/access/auth.ts';
import { cleanText } from '#src/wire/basics/text.ts';
import { CreatePayment, ValidateCoupon } from '#src/wire/purchases/create-payment.ts';

const order = {
  customerName: 'Ana Ribeiro',
  customerEmail: 'ana@estudio.com.br',
  paymentMethod: 'pix',
  productId: 'grade-cinema',
};

function refusals(schema: typeof CreatePayment | typeof Login | typeof ValidateCoupon, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('an order', () => {
  test('accepts name, e-mail, method and product, and cleans them', () => {
    const parsed = CreatePayment.parse({
      ...order,
      customerName: '  Ana\u202e Ribeiro\u0000 ',
      customerEmail: ' ANA@Estudio.com.br ',
      couponCode: ' edita10 ',
    });
    expect(parsed).toMatchObject({
      customerName: 'Ana Ribeiro',
      customerEmail: 'ana@estudio.com.br',
      couponCode: 'EDITA10',
    });
  });

  test.each([
    ['customerName', 'Jo', 'Nome completo deve ter pelo menos 3 caracteres'],
    ['customerName', '   a   ', 'Nome completo deve ter pelo menos 3 caracteres'],
    ['customerName', undefined, 'Nome completo deve ter pelo menos 3 caracteres'],
    ['customerName', 'x'.repeat(121), 'Nome completo deve ter pelo menos 3 caracteres'],
    ['customerName', 'Ana\r\nBcc: x@y.z', 'Escreva o nome em uma linha só.'],
    ['customerName', 'Ana\u2028Ribeiro', 'Escreva o nome em uma linha só.'],
    ['customerName', 'Ana\u000bRibeiro', 'Escreva o nome em uma linha só.'],
    ['customerEmail', 'ana', 'Email inválido'],
    ['customerEmail', 7, 'Email inválido'],
    ['customerEmail', 'ana@estudio.com.br\nBcc: x@y.z', 'Email inválido'],
    ['paymentMethod', 'boleto', 'Método de pagamento inválido'],
    ['productId', '../segredo', 'Produto não encontrado.'],
    ['couponCode', 12, 'Cupom inválido'],
  ])('rejects %s = %j with the text of the specification', (field, value, sentence) => {
    expect(refusals(CreatePayment, { ...order, [field]: value })).toEqual([`${field}: ${sentence}`]);
  });
});

test('a login is rejected with the texts of the specification', () => {
  expect(refusals(Login, { email: 'admin', password: '12345' })).toEqual([
    'email: Por favor, insira um endereço de email válido.',
    'password: A senha deve ter pelo menos 6 caracteres.',
  ]);
});

test('a coupon code is trimmed and upper-cased before validation', () => {
  expect(ValidateCoupon.parse({ code: ' edita10 ', productId: 'lote', amount: '1' }).code).toBe('EDITA10');
  expect(refusals(ValidateCoupon, { code: '   ', productId: 'lote' })).toEqual(['code: Informe o código do cupom.']);
});

test('incoming text is normalized and loses control characters', () => {
  expect(cleanText('  Joa\u0303o\u0007\u2066  ')).toBe('João');
});
