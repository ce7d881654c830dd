import type { BankLook, SaleEvent } from './sales.ts';

export type SaleEventTone = 'neutral' | 'success' | 'warning' | 'danger';
type Told = { sentence: string; tone: SaleEventTone };

/** What the owner reads of one point of a time line. */
export function tellSaleEvent({ event, source, detail }: SaleEvent): Told {
  if (event === 'checked') return tellLook(source, detail);
  const told = EVENTS[detail === null ? event : `${event} ${detail}`] ?? EVENTS[event];
  return told ?? { sentence: event, tone: 'neutral' };
}

/** Where the news came from, in a word. */
export function tellSource({ source }: SaleEvent): string {
  return SOURCES[source] ?? source;
}

function tellLook(source: string, detail: string | null): Told {
  const found = isLook(detail) ? BANK_LOOKS[detail] : 'sem resposta agora';
  const tone = detail === 'unavailable' || detail === 'missing' ? 'warning' : 'neutral';
  if (source === 'admin') return { sentence: `Banco consultado pelo painel: ${found}`, tone };
  if (detail === 'waiting') return { sentence: 'O banco voltou a responder: aguardando o pagamento', tone };
  if (detail === 'missing') return { sentence: 'O banco ainda não conhece esta cobrança', tone };
  return { sentence: 'O banco parou de responder: a loja continua perguntando', tone };
}

function isLook(detail: string | null): detail is BankLook {
  return detail !== null && Object.hasOwn(BANK_LOOKS, detail);
}

/** What a look at the bank found, as the end of a sentence. */
const BANK_LOOKS: Record<BankLook, string> = {
  waiting: 'aguardando o pagamento',
  paid: 'o valor chegou',
  expired: 'a cobrança expirou sem pagamento',
  cancelled: 'a cobrança foi cancelada sem pagamento',
  rejected: 'o pagamento foi recusado',
  refunded: 'o valor foi devolvido',
  disputed: 'o pagamento está em disputa',
  missing: 'esta cobrança não existe',
  unavailable: 'sem resposta agora',
};

const EVENTS: Record<string, Told> = {
  created: { sentence: 'Pedido criado', tone: 'neutral' },
  charge_opened: { sentence: 'Pix gerado no banco', tone: 'neutral' },
  charge_refused: { sentence: 'O banco recusou gerar o Pix', tone: 'danger' },
  charge_unclear: { sentence: 'O banco não respondeu ao gerar o Pix: a loja pergunta de novo', tone: 'warning' },
  paid: { sentence: 'Pagamento confirmado', tone: 'success' },
  'paid too_much': { sentence: 'Pagamento confirmado: chegou mais que o preço', tone: 'warning' },
  'paid_late too_much': { sentence: 'Pagamento confirmado depois do prazo: chegou mais que o preço', tone: 'warning' },
  paid_late: { sentence: 'Pagamento confirmado depois do prazo', tone: 'success' },
  key_given: { sentence: 'Chave de ativação entregue', tone: 'success' },
  key_waiting: { sentence: 'Nenhuma chave livre: o cliente recebe a próxima', tone: 'warning' },
  key_revoked: { sentence: 'Chave de ativação revogada', tone: 'danger' },
  short_payment: { sentence: 'Chegou menos que o preço: pagamento em análise', tone: 'warning' },
  disputed: { sentence: 'Pagamento em disputa no banco: chave suspensa', tone: 'danger' },
  dispute_ended: { sentence: 'Disputa encerrada a favor da loja: a chave voltou a valer', tone: 'success' },
  mismatch: { sentence: 'O banco mostrou dados que não são deste pedido: nada foi liberado', tone: 'danger' },
  expired: { sentence: 'Prazo de pagamento encerrado', tone: 'danger' },
  rejected: { sentence: 'Pagamento recusado pelo banco', tone: 'danger' },
  returned: { sentence: 'Valor devolvido ao cliente: pedido encerrado', tone: 'danger' },
  refund_requested: { sentence: 'Reembolso pedido', tone: 'neutral' },
  refund_pending: { sentence: 'O banco está processando o reembolso', tone: 'warning' },
  'refund_pending unclear': {
    sentence: 'O banco não respondeu ao pedido de reembolso: a loja pede de novo',
    tone: 'warning',
  },
  refund_refused: { sentence: 'O banco recusou o reembolso: o dinheiro continua com a loja', tone: 'danger' },
  refunded: { sentence: 'Dinheiro devolvido ao cliente', tone: 'danger' },
  commission_reversed: { sentence: 'Comissão do afiliado retirada', tone: 'neutral' },
  'commission_reversed paid': { sentence: 'Comissão do afiliado retirada depois de paga', tone: 'warning' },
  coupon_freed: { sentence: 'Uso do cupom liberado', tone: 'neutral' },
  mailed: { sentence: 'Recibo enviado por e-mail', tone: 'neutral' },
  'mailed key': { sentence: 'Chave enviada por e-mail', tone: 'neutral' },
  'mailed resend': { sentence: 'Recibo reenviado por e-mail', tone: 'neutral' },
  mail_failed: { sentence: 'O e-mail não saiu: a loja tenta de novo', tone: 'warning' },
  mail_given_up: { sentence: 'O e-mail não saiu depois de muitas tentativas', tone: 'danger' },
  resend_requested: { sentence: 'Reenvio do recibo pedido', tone: 'neutral' },
  downloaded: { sentence: 'Produto baixado', tone: 'neutral' },
};

const SOURCES: Record<string, string> = {
  checkout: 'loja',
  page: 'página do cliente',
  worker: 'automático',
  webhook: 'aviso do banco',
  sandbox: 'banco de teste',
  admin: 'painel',
  buyer: 'cliente',
};
