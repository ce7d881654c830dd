import { dayText } from '#src/wire/basics/dates.ts';
import type { Licenses, Purchase, ReviewReason } from '#src/wire/purchases/purchases.ts';
import type { Withdrawal } from '#src/wire/withdrawals/withdrawals.ts';
import { noWrap } from '../ui/no-wrap.ts';

export type Tone = 'warning' | 'success' | 'danger' | 'neutral' | 'expired';

export type PurchaseView = {
  state: 'open' | 'review' | 'paid' | 'ended' | 'refunded';
  tone: Tone;
  title: string;
  sentence: string;
};

type Facts = { hasCharge: boolean; licenses: Licenses };

export function viewOf(purchase: Purchase, { hasCharge, licenses }: Facts): PurchaseView {
  const states = Object.values(licenses).map(({ state }) => state);
  switch (purchase.paymentStatus) {
    case 'PENDING':
      return purchase.review ? REVIEWS[purchase.review] : open(hasCharge);
    case 'COMPLETED':
      if (purchase.withdrawal?.state === 'requested') return withdrawalRequested(purchase.withdrawal, purchase);
      if (purchase.withdrawal?.state === 'refunding') return refunding(purchase.withdrawal);
      if (states.length > 0 && states.every((state) => state === 'revoked')) return REVOKED;
      if (purchase.review === 'dispute' || states.includes('frozen')) return disputed(purchase);
      return paid(purchase);
    case 'REFUNDED':
      return refunded(purchase);
    case 'FAILED':
      return ended(purchase);
  }
}

const SHORT_PAYMENT: PurchaseView = {
  state: 'review',
  tone: 'warning',
  title: 'Pagamento em análise',
  sentence:
    'O valor que chegou é menor que o do pedido, o preço era de quem tem outra compra, que não vale mais, ou os dados de quem comprou já tinham sido excluídos. Fale com o suporte para completar a compra ou receber de volta.',
};

const REVOKED: PurchaseView = {
  state: 'paid',
  tone: 'danger',
  title: 'Chave revogada',
  sentence:
    'A loja revogou a chave desta compra, e ela não ativa mais o plugin. Fale com o suporte com o número da compra em mãos para saber o motivo e o que fazer.',
};

/** The plural where there are several keys, or a key and a file. */
function deliveredIn({ items }: Purchase): { name: string; isOne: boolean } {
  if (items[0]?.renewsItemId) return { name: 'Os meses de atualizações', isOne: false };
  const keys = items.filter(({ requiresActivation }) => requiresActivation).length;
  if (keys === 0) return { name: 'O download', isOne: true };
  return { name: keys === 1 ? 'A chave e o download' : 'As chaves e o download', isOne: false };
}

/** A renewal has no key to suspend: its months count until the money is back. */
function suspended(purchase: Purchase, until: string): string {
  if (purchase.items[0]?.renewsItemId) return '';
  const { name, isOne } = deliveredIn(purchase);
  return ` ${name} ${isOne ? 'fica suspenso' : 'ficam suspensos'} ${until}.`;
}

function worthless(purchase: Purchase): string {
  const { name, isOne } = deliveredIn(purchase);
  return `${name} desta compra não ${isOne ? 'vale' : 'valem'} mais.`;
}

function disputed(purchase: Purchase): PurchaseView {
  return {
    state: 'review',
    tone: 'warning',
    title: 'Pagamento em análise',
    sentence: `Há uma contestação deste pagamento no banco.${suspended(purchase, 'até a resposta')} Se não foi você que contestou, avise o seu banco e fale com o suporte.`,
  };
}

const UNCONFIRMED: PurchaseView = {
  state: 'review',
  tone: 'warning',
  title: 'Pagamento em análise',
  sentence:
    'O banco ainda não confirmou este Pix. Se você já pagou, não pague de novo: assim que o banco confirmar, o produto é liberado aqui e no seu e-mail.',
};

const HELD_IN_DISPUTE: PurchaseView = {
  ...UNCONFIRMED,
  sentence: 'Há uma contestação deste pagamento no banco. Nada é liberado até a resposta.',
};

const REVIEWS: Record<ReviewReason, PurchaseView> = {
  short_payment: SHORT_PAYMENT,
  dispute: HELD_IN_DISPUTE,
  unknown_account: UNCONFIRMED,
  duplicate_payment: UNCONFIRMED,
  partial_return: UNCONFIRMED,
  unknown_state: UNCONFIRMED,
};

function open(hasCharge: boolean): PurchaseView {
  return {
    state: 'open',
    tone: 'warning',
    title: 'Aguardando confirmação de pagamento',
    sentence: hasCharge
      ? 'Pague agora ou volte a esta página mais tarde: o código vale até o prazo abaixo.'
      : 'O banco ainda está preparando o seu código. Esta tela se atualiza sozinha; nada foi cobrado até agora.',
  };
}

function paid({ keptAmount, returnedAmount }: Purchase): PurchaseView {
  if (returnedAmount) return returnedInPart(returnedAmount);
  return {
    state: 'paid',
    tone: 'success',
    title: 'Pagamento confirmado',
    sentence: `Recebemos ${noWrap(keptAmount)} por Pix. Obrigado por comprar com a gente.`,
  };
}

function returnedInPart(returnedAmount: string): PurchaseView {
  return {
    state: 'paid',
    tone: 'neutral',
    title: 'Devolvida em parte',
    sentence: `${returnedAmount} desta compra foram devolvidos por Pix. Se não foi você quem pediu, fale com o suporte.`,
  };
}

type InState<State extends Withdrawal['state']> = Extract<Withdrawal, { state: State }>;

function withdrawalRequested({ protocol, answerBy }: InState<'requested'>, purchase: Purchase): PurchaseView {
  return {
    state: 'review',
    tone: 'warning',
    title: 'Pedido de desistência recebido',
    sentence: `Protocolo ${protocol}. A loja responde até ${dayText(answerBy)}.${suspended(purchase, 'até lá')}`,
  };
}

function refunding({ protocol, isDelayed }: InState<'refunding'>): PurchaseView {
  return {
    state: 'review',
    tone: 'warning',
    title: 'Devolução em andamento',
    sentence: isDelayed
      ? `Protocolo ${protocol}. O banco ainda não confirmou a devolução. A loja tenta de novo sozinha.`
      : `Pedido recebido, protocolo ${protocol}. O dinheiro volta para a conta que pagou, em geral em minutos.`,
  };
}

function refunded(purchase: Purchase): PurchaseView {
  const { totalAmount, withdrawal } = purchase;
  if (withdrawal?.state === 'refunded') {
    return {
      state: 'refunded',
      tone: 'neutral',
      title: 'Reembolsado',
      sentence: `Desistência concluída, protocolo ${withdrawal.protocol}. O valor voltou por Pix para a conta que pagou. ${worthless(purchase)}`,
    };
  }
  return {
    state: 'refunded',
    tone: 'neutral',
    title: 'Reembolsado',
    sentence: `O valor de ${totalAmount} foi devolvido por Pix. ${worthless(purchase)} Se você não esperava a devolução, fale com o suporte.`,
  };
}

function ended({ failureReason }: Purchase): PurchaseView {
  if (failureReason === 'expired') {
    return {
      state: 'ended',
      tone: 'expired',
      title: 'Cancelado',
      sentence: 'O prazo para pagar terminou sem que o pagamento chegasse.',
    };
  }
  const reason =
    failureReason === 'provider' ? 'O banco não conseguiu gerar o Pix.' : 'O banco não aceitou este pagamento.';
  return { state: 'ended', tone: 'danger', title: 'Falhou', sentence: reason };
}
