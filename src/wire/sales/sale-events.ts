import { formatCents } from '../basics/money.ts';
import { factsOf, isMailKind, MAIL_KINDS } from '../mail/mail-kinds.ts';
import type { PollResult, SaleEvent } from './sales.ts';

export type SaleEventTone = 'neutral' | 'success' | 'warning' | 'danger';
type EventText = { sentence: string; tone: SaleEventTone };

export type PurchaseEvent = keyof typeof EVENTS;

export type EventSource = keyof typeof SOURCES;

export function describeSaleEvent({ event, source, detail }: SaleEvent): EventText {
  if (!isPurchaseEvent(event)) return { sentence: event, tone: 'neutral' };
  const telling: Telling = EVENTS[event];
  if (typeof telling === 'function') return telling(detail, source);
  const { withDetail = {} } = telling;
  return (detail !== null && Object.hasOwn(withDetail, detail) && withDetail[detail]) || telling;
}

export function describeSource({ source }: SaleEvent): string {
  return isEventSource(source) ? SOURCES[source] : source;
}

type Telling =
  | (EventText & { withDetail?: Record<string, EventText> })
  | ((detail: string | null, source: string) => EventText);

const EVENTS = {
  created: {
    sentence: 'Pedido criado',
    tone: 'neutral',
    withDetail: { reminder: { sentence: 'Pedido criado pelo link de um lembrete', tone: 'neutral' } },
  },
  whatsapp_opened: { sentence: 'WhatsApp aberto pelo painel', tone: 'neutral' },
  imported: tellMore('Paga em outra plataforma e importada', 'neutral'),
  restored: { sentence: 'Pedido recuperado depois da restauração de um backup', tone: 'neutral' },
  charge_opened: { sentence: 'Pix gerado no banco', tone: 'neutral' },
  charge_refused: { sentence: 'O banco recusou gerar o Pix', tone: 'danger' },
  charge_unclear: { sentence: 'O banco não respondeu ao gerar o Pix: a loja pergunta de novo', tone: 'warning' },
  checked: tellPoll,
  paid: {
    sentence: 'Pagamento confirmado',
    tone: 'success',
    withDetail: { too_much: { sentence: 'Pagamento confirmado: chegou mais que o preço', tone: 'warning' } },
  },
  paid_late: {
    sentence: 'Pagamento confirmado depois do prazo',
    tone: 'success',
    withDetail: {
      too_much: { sentence: 'Pagamento confirmado depois do prazo: chegou mais que o preço', tone: 'warning' },
    },
  },
  key_given: { sentence: 'Chave de ativação entregue', tone: 'success' },
  key_waiting: { sentence: 'Nenhuma chave livre: o cliente recebe a próxima', tone: 'warning' },
  key_revoked: { sentence: 'Chave de ativação revogada', tone: 'neutral' },
  machine_idle: tellMore('Computador sem uso liberado para outro', 'neutral'),
  machine_released: tellMore('Computador liberado', 'neutral'),
  short_payment: {
    sentence: 'Chegou menos que o preço: pagamento em análise',
    tone: 'warning',
    withDetail: {
      groundless: {
        sentence: 'O preço era de quem tinha outra compra, que não vale mais ou já serviu: o valor volta ao cliente',
        tone: 'warning',
      },
      unclaimed: {
        sentence: 'Pago depois do prazo por quem apagou os seus dados: nada foi entregue, e o valor espera a devolução',
        tone: 'warning',
      },
    },
  },
  disputed: { sentence: 'Pagamento em disputa no banco: chave suspensa', tone: 'danger' },
  dispute_ended: { sentence: 'Disputa encerrada a favor da loja: a chave voltou a valer', tone: 'success' },
  account_unknown: {
    sentence: 'A conta em que esta compra foi cobrada não está mais configurada: em análise',
    tone: 'warning',
  },
  account_known: { sentence: 'A conta voltou a ser configurada: a loja pergunta de novo', tone: 'neutral' },
  payment_taken: { sentence: 'O banco mostrou um pagamento que já vale para outra venda: em análise', tone: 'danger' },
  mismatch: { sentence: 'O banco mostrou dados que não são deste pedido: nada foi liberado', tone: 'danger' },
  state_unknown: { sentence: 'O banco mostra uma situação que a loja não conhece', tone: 'warning' },
  returned_in_part: tellPartialReturn,
  return_kept: tellMore('Devolução em parte vista: o cliente fica com o produto', 'neutral'),
  withdrawal_requested: tellWithdrawal,
  withdrawal_approved: { sentence: 'Desistência aceita pelo painel', tone: 'neutral' },
  withdrawal_refused: tellMore('Desistência recusada: a chave voltou a valer', 'warning'),
  withdrawal_cancelled: { sentence: 'Cliente cancelou a desistência: a chave voltou a valer', tone: 'neutral' },
  accepted: tellMore('Valor menor aceito pelo painel', 'success'),
  marked_received: tellMore('Marcada como recebida pelo painel', 'success'),
  marked_returned: tellMore('Marcada como devolvida por fora', 'neutral'),
  marked_unpaid: tellMore('Marcada como nunca paga', 'neutral'),
  expired: { sentence: 'Prazo de pagamento encerrado', tone: 'neutral' },
  rejected: { sentence: 'Pagamento recusado pelo banco', tone: 'danger' },
  returned: { sentence: 'Valor devolvido ao cliente: pedido encerrado', tone: 'neutral' },
  refund_requested: { sentence: 'Reembolso pedido', tone: 'neutral' },
  refund_pending: {
    sentence: 'O banco está processando o reembolso',
    tone: 'warning',
    withDetail: {
      unclear: { sentence: 'O banco não respondeu ao pedido de reembolso: a loja pede de novo', tone: 'warning' },
    },
  },
  refund_refused: { sentence: 'O banco recusou o reembolso: o que não voltou continua com a loja', tone: 'danger' },
  refunded: { sentence: 'Dinheiro devolvido ao cliente', tone: 'neutral' },
  commission_reversed: {
    sentence: 'Comissão do afiliado retirada',
    tone: 'neutral',
    withDetail: { paid: { sentence: 'Comissão do afiliado retirada depois de paga', tone: 'warning' } },
  },
  commission_lowered: {
    sentence: 'Comissão do afiliado diminuída com a devolução',
    tone: 'neutral',
    withDetail: {
      paid: {
        sentence: 'Comissão do afiliado diminuída depois de paga: acerte a diferença no próximo pagamento',
        tone: 'warning',
      },
    },
  },
  coupon_freed: { sentence: 'Uso do cupom liberado', tone: 'neutral' },
  mailed: tellMail('mailed'),
  mail_failed: { sentence: 'O e-mail não saiu: a loja tenta de novo', tone: 'warning' },
  mail_given_up: { sentence: 'O e-mail não saiu depois de muitas tentativas', tone: 'danger' },
  resend_requested: tellMail('requeued'),
  reminder_requested: { sentence: 'Lembrete do Pix pedido', tone: 'neutral' },
  downloaded: { sentence: 'Produto baixado', tone: 'neutral' },
  invoice_requested: { sentence: 'Nota fiscal pedida', tone: 'neutral' },
  invoice_queued: { sentence: 'Nota na fila: passou a semana de desistência', tone: 'neutral' },
  invoice_sent: { sentence: 'Nota enviada ao emissor', tone: 'neutral' },
  invoice_issued: tellMore('Nota fiscal emitida', 'success'),
  invoice_tested: tellMore('Nota de teste emitida, sem valor fiscal', 'neutral'),
  invoice_refused: { sentence: 'Nota recusada: a loja não tenta de novo sozinha', tone: 'danger' },
  invoice_retried: { sentence: 'Nota enviada de novo', tone: 'neutral' },
  invoice_dropped: { sentence: 'Nota fiscal dispensada: o valor voltou ao cliente', tone: 'neutral' },
  invoice_cancel_needed: { sentence: 'Nota fiscal a cancelar: o valor voltou ao cliente', tone: 'danger' },
  invoice_cancelled: { sentence: 'Nota fiscal cancelada', tone: 'neutral' },
} as const satisfies Record<string, Telling>;

const SOURCES = {
  checkout: 'pela loja',
  page: 'pela página do cliente',
  worker: 'automaticamente',
  webhook: 'por aviso do banco',
  sandbox: 'pelo banco de teste',
  admin: 'pelo painel',
  buyer: 'pelo cliente',
} as const;

const POLL_RESULTS: Record<PollResult, string> = {
  waiting: 'aguardando o pagamento',
  paid: 'o valor chegou',
  expired: 'a cobrança expirou sem pagamento',
  cancelled: 'a cobrança foi cancelada sem pagamento',
  rejected: 'o pagamento foi recusado',
  refunded: 'o valor foi devolvido',
  disputed: 'o pagamento está em disputa',
  unknown: 'em uma situação que a loja não conhece',
  missing: 'esta cobrança não existe',
  unavailable: 'sem resposta agora',
};

function tellPoll(detail: string | null, source: string): EventText {
  const result = isPollResult(detail) ? POLL_RESULTS[detail] : 'sem resposta agora';
  const tone = detail === 'unavailable' || detail === 'missing' ? 'warning' : 'neutral';
  if (source === 'admin') return { sentence: `Banco consultado pelo painel: ${result}`, tone };
  if (detail === 'waiting') return { sentence: 'O banco voltou a responder: aguardando o pagamento', tone };
  if (detail === 'missing') return { sentence: 'O banco ainda não conhece esta cobrança', tone };
  return { sentence: 'O banco parou de responder: a loja continua perguntando', tone };
}

/** `detail` is the kind; the owner's resend of a receipt has none. */
function tellMail(step: 'mailed' | 'requeued') {
  return (kind: string | null): EventText => {
    const { timeline } = factsOf(isMailKind(kind) ? kind : 'receipt');
    return { sentence: (timeline ?? MAIL_KINDS.receipt.timeline)[step], tone: 'neutral' };
  };
}

/** `detail` is the total returned so far, in centavos. */
function tellPartialReturn(detail: string | null): EventText {
  const sum = detail === null ? 'o banco não disse quanto' : formatCents(Number(detail));
  return { sentence: `Devolvida em parte: ${sum}`, tone: 'neutral' };
}

/** `detail` is what was done with the purchase: `2 downloads, 1 computador`. */
function tellWithdrawal(detail: string | null): EventText {
  const use = detail ? ` (${detail})` : '';
  return { sentence: `Cliente desistiu da compra${use}: a chave foi suspensa`, tone: 'warning' };
}

/** `detail` is a reason, or a machine's name; null without one, for all machines, or once erased. */
function tellMore(sentence: string, tone: SaleEventTone) {
  return (detail: string | null): EventText => ({ sentence: detail ? `${sentence}: ${detail}` : sentence, tone });
}

function isPurchaseEvent(event: string): event is PurchaseEvent {
  return Object.hasOwn(EVENTS, event);
}

function isEventSource(source: string): source is EventSource {
  return Object.hasOwn(SOURCES, source);
}

function isPollResult(detail: string | null): detail is PollResult {
  return detail !== null && Object.hasOwn(POLL_RESULTS, detail);
}
