import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { ChosenResult } from '../lists/chosen-rows.ts';
import type { SkipReason } from '../reminders/reminders.ts';

/** Why a chosen sale, or customer, gets no mail: of one, and of several. */
const LEFT_OUT = {
  unknown: ['que não existe mais', 'que não existem mais'],
  refunded: ['reembolsada', 'reembolsadas'],
  erased: ['com o endereço apagado', 'com o endereço apagado'],
  imported: ['paga em outra plataforma', 'pagas em outra plataforma'],
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

type OwnReason = 'unknown' | 'imported' | 'told' | 'reminded' | 'night';
export type LeftOut = keyof typeof LEFT_OUT;

/** Nothing is sent until the owner says so. */
export const NoticePlan = z.object({
  receipts: z.number(),
  reminders: z.number(),
  /** Reminders wait for the morning at night; it is null where they leave at once. */
  remindersFrom: z.nullable(z.string()),
  /** They leave at the shop's pace; null where all leave at once. */
  endsAt: z.nullable(z.string()),
  leftOut: z.array(
    z.object({
      reason: keyOf(LEFT_OUT),
      count: z.number(),
    }),
  ),
  /** It counts who gets receipts where customers were chosen, and is null where sales were. */
  customers: z.nullable(z.number()),
  /** These chosen customers have no key that is in force. */
  withoutKey: z.number(),
});
export type NoticePlan = z.infer<typeof NoticePlan>;

export const BuyersNotified = z.extend(ChosenResult, {
  receipts: z.number(),
  reminders: z.number(),
});
export type BuyersNotified = z.infer<typeof BuyersNotified>;

export const MANY_RECEIPTS = 'São mais de 100 recibos de uma vez. Escolha menos clientes.';

/** A customer may have several receipts, and each is a mail. */
export function receiptsTitle({ receipts, customers }: Pick<NoticePlan, 'receipts' | 'customers'>): string {
  if (customers === null) return `${receipts} ${receipts === 1 ? 'recebe' : 'recebem'} o recibo de novo`;
  const people = `${customersText(customers)} ${customers === 1 ? 'recebe' : 'recebem'}`;
  return receipts === customers ? `${people} o recibo de novo` : `${people} ${receipts} recibos de novo`;
}

/** Names who, or what, gets nothing, and why; null where all get mail. */
export function leftOutOf({ leftOut, customers, withoutKey }: NoticePlan): { title: string; reasons: string[] } | null {
  const sales = leftOut.reduce((sum, { count }) => sum + count, 0);
  const all = sales + withoutKey;
  if (all === 0) return null;
  const verb = all === 1 ? 'fica de fora' : 'ficam de fora';
  if (customers === null) return { title: `${all} ${verb}`, reasons: leftOut.map((group) => leftOutText(group)) };
  const kinds = [
    ...(withoutKey > 0 ? [customersText(withoutKey)] : []),
    ...(sales > 0 ? [`${sales} ${sales === 1 ? 'venda' : 'vendas'}`] : []),
  ];
  const reasons = [
    ...(withoutKey > 0 ? [`${customersText(withoutKey)} sem chave que valha`] : []),
    ...leftOut.map((group) => leftOutText(group, group.count === 1 ? 'venda ' : 'vendas ')),
  ];
  return { title: `${kinds.join(' e ')} ${verb}`, reasons };
}

function customersText(count: number): string {
  return `${count} ${count === 1 ? 'cliente' : 'clientes'}`;
}

function leftOutText({ reason, count }: NoticePlan['leftOut'][number], noun = ''): string {
  const [one, many] = LEFT_OUT[reason];
  return `${count} ${noun}${count === 1 ? one : many}`;
}

export function leftOutSentence(reason: LeftOut): string {
  return `Fica de fora a venda ${LEFT_OUT[reason][0]}.`;
}
