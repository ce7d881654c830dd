import { choiceAmong } from '../basics/text.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { LEAST_PAYMENT_MINUTES, MOST_PAYMENT_MINUTES, USUAL_PAYMENT_MINUTES } from './payment-window.ts';

const ON_OR_OFF = { on: 'Sim, uma vez por produto', off: 'Não' } as const;

export const SALE_SETTINGS = {
  withdrawal: {
    group: 'withdrawal',
    label: 'Quando alguém desiste',
    hint: 'A terceira desistência da mesma pessoa em 180 dias sempre espera por você, que responde em cinco dias.',
    env: 'WITHDRAWAL',
    byDefault: 'automatic',
    ...choiceAmong({
      automatic: 'Devolver na hora',
      review: 'Perguntar a mim quando o produto já foi usado',
    }),
  },
  paymentMinutes: {
    group: 'unpaid',
    label: 'Minutos para pagar um Pix',
    hint: 'De 30 minutos a 24 horas (1.440). Enquanto o pedido espera, a chave e o cupom ficam reservados.',
    env: 'PAYMENT_MINUTES',
    byDefault: USUAL_PAYMENT_MINUTES,
    input: 'number',
    schema: wholeNumber(
      LEAST_PAYMENT_MINUTES,
      MOST_PAYMENT_MINUTES,
      'Informe de 30 a 1.440 minutos, que são 24 horas.',
    ),
  },
  unpaidKeptDays: {
    group: 'unpaid',
    label: 'Dias até esquecer quem não pagou',
    hint: 'Depois deles saem nome, e-mail, código do Pix e cupom; só uma linha para os números fica.',
    env: 'UNPAID_KEPT_DAYS',
    byDefault: 90,
    input: 'number',
    schema: wholeNumber(2, 3_650, 'Informe de 2 a 3.650 dias.'),
  },
  unpaidPerAddress: {
    group: 'unpaid',
    label: 'Pedidos abertos por rede',
    hint: 'Quantos sem pagamento ao mesmo tempo. Segura robôs; uma escola conta como uma rede só.',
    env: 'UNPAID_PER_ADDRESS',
    byDefault: 200,
    input: 'number',
    schema: wholeNumber(1, 100_000, 'Informe de 1 a 100.000 pedidos.'),
  },
  renewalNotice: {
    group: 'renewals',
    label: 'Avisar quando as atualizações vão terminar',
    hint: 'Um e-mail, 30 dias antes do fim, com o preço da renovação do produto. Quem não quer desliga com um clique.',
    byDefault: 'on',
    ...choiceAmong(ON_OR_OFF),
  },
  reviewsShown: {
    group: 'reviews',
    label: 'Mostrar uma avaliação',
    hint: 'Vale para textos novos e mudados. O que você ocultou só volta à página por você.',
    byDefault: 'after_look',
    ...choiceAmong({ after_look: 'Depois da minha leitura', at_once: 'Na hora' }),
  },
  reviewNotice: {
    group: 'reviews',
    label: 'Pedir uma avaliação por e-mail',
    hint: 'Um aviso, 14 dias depois do primeiro download. Quem não quer desliga com um clique.',
    byDefault: 'on',
    ...choiceAmong(ON_OR_OFF),
  },
  lowKeysAt: {
    group: 'keys',
    label: 'Avisar quando restarem',
    hint: 'Um e-mail chega a você quando as chaves livres de um produto caem até este número.',
    byDefault: 5,
    input: 'number',
    schema: wholeNumber(0, 10_000, 'Informe de 0 a 10.000 chaves.'),
  },
} as const;
