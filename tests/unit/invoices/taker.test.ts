import { describe, expect, test } from 'vitest';
import { explainFailure, invoiceDueAt, promisedDayOf } from '#src/wire/invoices/invoices.ts';
import { readExtraFields } from '#src/wire/invoices/issuer.ts';
import {
  formatTaxDocument,
  maskTaxDocument,
  takerAddress,
  takerKindOf,
  taxDocument,
} from '#src/wire/invoices/taker.ts';

describe('a document', () => {
  test.each([
    ['529.982.247-25', '52998224725', 'cpf', '•••.982.247-••'],
    ['52998224725', '52998224725', 'cpf', '•••.982.247-••'],
    ['11.222.333/0001-81', '11222333000181', 'cnpj', '••.222.333/0001-••'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35', 'cnpj', '••.ABC.345/01DE-••'],
    [' 12.abc.345/01de-35 ', '12ABC34501DE35', 'cnpj', '••.ABC.345/01DE-••'],
  ])('%s is kept as %s, of a %s, and shown as %s', (typed, kept, kind, masked) => {
    const document = taxDocument.parse(typed);
    expect([document, takerKindOf(document), maskTaxDocument(document)]).toEqual([kept, kind, masked]);
    expect(taxDocument.parse(formatTaxDocument(document))).toBe(kept);
  });

  test.each([
    ['529.982.247-24', 'Este CPF não confere.'],
    ['111.111.111-11', 'Este CPF não confere.'],
    ['11.222.333/0001-80', 'Este CNPJ não confere.'],
    ['12.ABC.345/01DE-36', 'Este CNPJ não confere.'],
    ['12.ABC.345/01DE-3A', 'Este CNPJ não confere.'],
    ['12ABC34501D', 'Informe o CPF ou o CNPJ da nota fiscal.'],
    ['', 'Informe o CPF ou o CNPJ da nota fiscal.'],
    ['Á'.repeat(14), 'Informe o CPF ou o CNPJ da nota fiscal.'],
  ])('%s is refused: %s', (typed, sentence) => {
    expect(taxDocument.safeParse(typed).error?.issues[0]?.message).toBe(sentence);
  });
});

test('an address takes a zip code with or without its hyphen, and states that there are', () => {
  const address = { street: 'Rua do Apolo', number: '181', district: 'Recife', city: 'Recife' };
  expect(takerAddress.parse({ ...address, zip: '50030-220', state: 'pe' })).toMatchObject({
    zip: '50030220',
    state: 'PE',
  });
  const { error } = takerAddress.safeParse({ ...address, zip: '5003022', state: 'XX' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['zip', 'state']);
});

test('an invoice leaves at eight in São Paulo, and is promised two days later', () => {
  const dueAt = invoiceDueAt('2026-11-15T02:30:00.000Z', 8);
  expect([dueAt, promisedDayOf(dueAt)]).toEqual(['2026-11-22T11:00:00.000Z', '2026-11-24']);
});

test('further fields are one a line, by the names of the issuer', () => {
  expect(readExtraFields('codigo_nbs = 111032900\n\nibs_cbs_situacao_tributaria: 000 ')).toEqual({
    codigo_nbs: '111032900',
    ibs_cbs_situacao_tributaria: '000',
  });
  expect(readExtraFields('Código NBS = 1')).toBeNull();
});

test('what an issuer says is put in plain words, with what to do', () => {
  expect(explainFailure('E0188: CNPJ do tomador não encontrado na Receita.')).toEqual({
    title: 'O emissor recusou o CNPJ',
    text: '“CNPJ do tomador não encontrado na Receita.” Peça o número certo a quem comprou, corrija e envie de novo.',
  });
  expect(explainFailure('E0310: Código inexistente').title).toBe('O emissor recusou a nota');
  expect(explainFailure('').text).toBe('Mostre a mensagem à sua contabilidade, corrija e envie de novo.');
});
