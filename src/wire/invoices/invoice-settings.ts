import * as z from 'zod/mini';
import { choiceAmong, line, matching, text } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import {
  EXTRA_FIELDS_REFUSAL,
  INVOICE_ISS,
  INVOICE_ISSUERS,
  INVOICE_MODES,
  INVOICE_REGIMES,
  INVOICE_RETENTIONS,
  INVOICE_SIMPLES,
  readExtraFields,
} from './issuer.ts';

export const INVOICE_SETTINGS = {
  invoiceMode: {
    group: 'invoices',
    label: 'Oferecer nota fiscal',
    hint: 'De toda venda: o checkout pede o CPF ou o CNPJ, e sem ele não há pedido.',
    byDefault: '',
    ...choiceAmong(INVOICE_MODES),
  },
  invoiceIssuer: {
    group: 'invoices',
    label: 'Quem emite',
    hint: 'Por você: a tela Notas fiscais mostra as que estão na fila, e você cola o número e o link, ou envia o PDF.',
    byDefault: 'manual',
    ...choiceAmong(INVOICE_ISSUERS),
  },
  invoiceAfterDays: {
    group: 'invoices',
    label: 'Dias depois do pagamento',
    hint: 'Com 8, a semana de desistência já passou.',
    byDefault: 8,
    input: 'number',
    schema: wholeNumber(0, 60, 'Informe de 0 a 60 dias.'),
  },
  invoiceKeptYears: {
    group: 'invoices',
    label: 'Anos que uma nota fica guardada',
    hint: 'A lei pede cinco. Depois, nota, CPF ou CNPJ e PDF são apagados.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(5, 30, 'Informe de 5 a 30 anos.'),
  },
  invoiceAddress: {
    group: 'invoices',
    label: 'Pedir o endereço de quem compra',
    hint: 'Só se o seu município ou o seu emissor exigir.',
    byDefault: 'off',
    ...choiceAmong({ off: 'Não', on: 'Sim' }),
  },
  invoiceCity: {
    group: 'invoiceService',
    label: 'Código do seu município',
    hint: 'Do IBGE, com sete números, como 2611606.',
    byDefault: '',
    input: 'number',
    schema: matching(/^(?:\d{7})?$/, 'Informe os sete números do código do IBGE.'),
  },
  invoiceServiceCode: {
    group: 'invoiceService',
    label: 'Código do serviço',
    hint: 'De tributação nacional, com seis números, como 010501.',
    byDefault: '',
    input: 'number',
    schema: matching(/^(?:\d{6})?$/, 'Informe os seis números do código de tributação nacional.'),
  },
  invoiceDescription: {
    group: 'invoiceService',
    label: 'Descrição',
    hint: '{produto} e {pedido} viram o nome do produto e o número do pedido.',
    byDefault: 'Licença de uso de software: {produto}, pedido {pedido}',
    input: 'line',
    schema: line(1, 200, 'Escreva a descrição, com até 200 caracteres, em uma linha.'),
  },
  invoiceRegistration: {
    group: 'invoiceService',
    label: 'Inscrição municipal (opcional)',
    byDefault: '',
    input: 'line',
    schema: matching(/^[\w./-]{0,20}$/, 'A inscrição pode ter até 20 letras e números.'),
  },
  invoiceSimples: {
    group: 'invoiceService',
    label: 'Simples Nacional',
    byDefault: '',
    ...choiceAmong(INVOICE_SIMPLES),
  },
  invoiceRegime: {
    group: 'invoiceService',
    label: 'Regime especial de tributação',
    byDefault: '',
    ...choiceAmong(INVOICE_REGIMES),
  },
  invoiceIss: {
    group: 'invoiceService',
    label: 'Tributação do ISS',
    byDefault: '',
    ...choiceAmong(INVOICE_ISS),
  },
  invoiceRetention: {
    group: 'invoiceService',
    label: 'Retenção do ISS',
    byDefault: '',
    ...choiceAmong(INVOICE_RETENTIONS),
  },
  invoiceFields: {
    group: 'invoiceService',
    label: 'Outros campos',
    hint: 'Um por linha, com o nome que o Focus NFe usa: alíquota, CNAE, NBS, IBS e CBS. Exemplo: codigo_nbs = 111032900',
    byDefault: '',
    input: 'text',
    schema: text(0, 4_000, EXTRA_FIELDS_REFUSAL).check(
      z.refine((typed) => readExtraFields(typed) !== null, EXTRA_FIELDS_REFUSAL),
    ),
  },
} as const;
