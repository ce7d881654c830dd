import { expect, test } from 'vitest';
import { isTaxNumber } from '#src/wire/basics/tax-number.ts';
import { rowOf, type SettingKey } from '#src/wire/upkeep/settings-table.ts';

test.each<[SettingKey, string | number, string]>([
  ['storeName', '  ', 'Informe o nome da loja, com até 60 caracteres.'],
  ['storeName', 'x'.repeat(61), 'Informe o nome da loja, com até 60 caracteres.'],
  ['logo', '/uploads/logo.svg', 'Envie a imagem pelo botão.'],
  ['logo', 'https://outro.test/logo.png', 'Envie a imagem pelo botão.'],
  ['accent', 'pink', 'Escolha uma das cinco cores.'],
  ['sellerDocument', '11.222.333/0001-18', 'Este CPF ou CNPJ não confere. Veja os dois últimos números.'],
  ['sellerEmail', 'contato', 'Informe um endereço de e-mail, como oi@exemplo.com.br.'],
  ['sellerPhone', 'ligue já', 'Informe o telefone com DDD, como (81) 99999-0101.'],
  ['communityUrl', 'javascript:alert(1)', 'Informe um endereço https, como https://discord.gg/exemplo.'],
  ['supportUrl', 'http://ajuda.test', 'Informe um endereço https, como https://ajuda.exemplo.com.br.'],
  ['withdrawal', 'never', 'Escolha uma das duas opções.'],
  ['paymentMinutes', 29, 'Informe de 30 a 1.440 minutos, que são 24 horas.'],
  ['paymentMinutes', 1_441, 'Informe de 30 a 1.440 minutos, que são 24 horas.'],
  ['unpaidKeptDays', 1, 'Informe de 2 a 3.650 dias.'],
  ['unpaidPerAddress', '12.5', 'Informe de 1 a 100.000 pedidos.'],
  ['mailFrom', 'Loja', 'Informe um endereço de e-mail, como loja@exemplo.com.br ou Minha Loja <loja@exemplo.com.br>.'],
  [
    'mailFrom',
    'a@x.test, b@x.test',
    'Informe um endereço de e-mail, como loja@exemplo.com.br ou Minha Loja <loja@exemplo.com.br>.',
  ],
  ['mailPerMinute', 601, 'Informe de 1 a 600 avisos por minuto.'],
  ['mailPerDay', 1_000_001, 'Informe até 1.000.000 de e-mails por dia, ou 0.'],
  ['mailPerHour', 'muitos', 'Informe até 1.000.000 de e-mails por hora, ou 0.'],
  ['defaultKeySource', 'drawn', 'Escolha de onde vêm as chaves.'],
  ['defaultKeyPrefix', 'C0RTE', 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.'],
  ['defaultMachineLimit', 0, 'Informe de 1 a 100 computadores, ou deixe sem limite.'],
  ['defaultMachineLimit', 'dois', 'Informe de 1 a 100 computadores, ou deixe sem limite.'],
  ['defaultOfflineDays', 6, 'Informe de 7 a 365 dias.'],
  ['defaultIdleDays', '', 'Informe de 30 a 365 dias.'],
  ['usualTerms', 'x'.repeat(10_001), 'Os termos podem ter até 10.000 caracteres.'],
  ['partnerOne', 'Ana, Bia', 'Informe o nome, com até 40 caracteres e sem vírgula.'],
])('%s refuses %s', (key, value, sentence) => {
  expect(rowOf(key).schema.safeParse(value).error?.issues[0]?.message).toBe(sentence);
});

test('no limit of the account is typed as 0, or as nothing', () => {
  const read = ['', ' ', '0', '500'].map((typed) => rowOf('mailPerDay').schema.safeParse(typed).data);
  expect(read).toEqual([0, 0, 0, 500]);
});

test.each([
  ['529.982.247-25', true],
  ['52998224725', true],
  ['529.982.247-26', false],
  ['111.111.111-11', false],
  ['11.222.333/0001-81', true],
  ['11.222.333/0001-18', false],
  ['12.ABC.345/01DE-35', true],
  ['12.abc.345/01de-35', true],
  ['12.ABC.345/01DE-36', false],
  ['00.000.000/0000-00', false],
  ['1234', false],
])('%s is a CPF or CNPJ: %s', (typed, isRight) => {
  expect(isTaxNumber(typed)).toBe(isRight);
});
