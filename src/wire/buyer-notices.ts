import type { ChosenResult } from './chosen-rows.ts';
import type { SkipReason } from './reminders.ts';

/** Why a chosen sale, or customer, gets no mail: of one, and of several. */
export const LEFT_OUT = {
  unknown: ['que não existe mais', 'que não existem mais'],
  refunded: ['reembolsada', 'reembolsadas'],
  erased: ['com o endereço apagado', 'com o endereço apagado'],
  told: ['avisada há menos de uma hora', 'avisadas há menos de uma hora'],
  reminded: ['já lembrada deste Pix', 'já lembradas deste Pix'],
  review: ['com o pagamento em análise', 'com o pagamento em análise'],
  refused: ['recusada pelo banco', 'recusadas pelo banco'],
  paid: ['já paga', 'já pagas'],
  open: [
    'à espera do banco, que ainda não confirmou o fim do Pix',
    'à espera do banco, que ainda não confirmou o fim do Pix',
  ],
  closed: ['sem um Pix que dê para pagar agora', 'sem um Pix que dê para pagar agora'],
  night: ['com Pix que vence antes das 8:00', 'com Pix que vence antes das 8:00'],
  late: ['de mais de 7 dias atrás', 'de mais de 7 dias atrás'],
  declined: ['de quem não quer lembretes', 'de quem não quer lembretes'],
  bought: ['de quem já comprou o mesmo plugin', 'de quem já comprou o mesmo plugin'],
  newer: ['de quem tem um pedido mais novo', 'de quem tem um pedido mais novo'],
  recent: ['de quem já foi lembrado de outro pedido', 'de quem já foi lembrado de outro pedido'],
  not_on_sale: ['com um plugin que saiu da loja', 'com um plugin que saiu da loja'],
  off: ['com os lembretes desligados', 'com os lembretes desligados'],
  no_coupon: ['sem o cupom do lembrete', 'sem o cupom do lembrete'],
} as const satisfies Record<SkipReason | OwnReason, readonly [one: string, many: string]>;

type OwnReason = 'unknown' | 'told' | 'reminded' | 'night';
export type LeftOut = keyof typeof LEFT_OUT;

/** What would be sent now; nothing is, until the owner says so. */
export type NoticePlan = {
  receipts: number;
  reminders: number;
  /** At night reminders wait for the morning; null where they leave at once. */
  remindersFrom: string | null;
  leftOut: { reason: LeftOut; count: number }[];
  /** Chosen customers without a key that is in force. */
  withoutKey: number;
};

export type BuyersNotified = ChosenResult & { receipts: number; reminders: number };

export const MANY_RECEIPTS = 'São mais de 100 recibos de uma vez. Escolha menos clientes.';

export function leftOutText({ reason, count }: NoticePlan['leftOut'][number]): string {
  const [one, many] = LEFT_OUT[reason];
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
}

export function leftOutSentence(reason: LeftOut): string {
  return `Fica de fora a venda ${LEFT_OUT[reason][0]}.`;
}
