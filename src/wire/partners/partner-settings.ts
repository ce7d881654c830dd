import { choiceAmong } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';

export const PARTNER_SETTINGS = {
  referralDays: {
    group: 'commissions',
    label: 'Dias que um link vale',
    hint: 'De 1 a 90. Sem cupom de parceiro, a venda é do último link clicado nesse prazo.',
    byDefault: 30,
    input: 'number',
    schema: wholeNumber(1, 90, 'Informe de 1 a 90 dias.'),
  },
  commissionHoldDays: {
    group: 'commissions',
    label: 'Dias até liberar a comissão',
    hint: 'De 8 a 60, contados da venda: a semana da desistência e mais um dia.',
    byDefault: 8,
    input: 'number',
    schema: wholeNumber(8, 60, 'Informe de 8 a 60 dias.'),
  },
  payoutDay: {
    group: 'payouts',
    label: 'Dia do pagamento',
    hint: 'De 1 a 28. Os parceiros veem a próxima data na área deles.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(1, 28, 'Informe um dia de 1 a 28.'),
  },
  payoutMinimum: {
    group: 'payouts',
    label: 'Pagamento mínimo, em reais',
    hint: 'Quem tem menos fica para o próximo.',
    byDefault: 50,
    input: 'number',
    schema: wholeNumber(1, 10_000, 'Informe de 1 a 10.000 reais, sem centavos.'),
  },
  partnerSignUps: {
    group: 'signUps',
    label: 'Receber pedidos de parceria',
    hint: 'Em /parceiros/inscricao. Os pedidos esperam em Afiliados.',
    byDefault: 'off',
    ...choiceAmong({ on: 'Sim', off: 'Não' }),
  },
} as const;
