import type { Purchase } from '#src/wire/purchases.ts';

export type Tone = 'warning' | 'success' | 'danger' | 'neutral';

/** What a purchase means to its buyer. */
export type PurchaseView = {
  state: 'open' | 'review' | 'paid' | 'ended' | 'refunded';
  tone: Tone;
  title: string;
  sentence: string;
};

export function viewOf(purchase: Purchase, hasCharge: boolean): PurchaseView {
  switch (purchase.paymentStatus) {
    case 'PENDING':
      return purchase.review ? SHORT_PAYMENT : open(hasCharge);
    case 'COMPLETED':
      return purchase.review ? DISPUTE : paid(purchase);
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
    'O valor que chegou é menor que o do pedido. Fale com o suporte para completar a compra ou receber de volta.',
};

const DISPUTE: PurchaseView = {
  state: 'paid',
  tone: 'warning',
  title: 'Pagamento em análise',
  sentence: 'Há uma contestação deste pagamento no banco. A chave fica suspensa até a resposta.',
};

function open(hasCharge: boolean): PurchaseView {
  return {
    state: 'open',
    tone: 'warning',
    title: 'Aguardando confirmação de pagamento',
    sentence: hasCharge
      ? 'Assim que o banco confirmar, sua compra aparece aqui.'
      : 'O banco ainda está preparando o seu código. Esta tela se atualiza sozinha; nada foi cobrado até agora.',
  };
}

function paid({ totalAmount }: Purchase): PurchaseView {
  return {
    state: 'paid',
    tone: 'success',
    title: 'Pagamento confirmado',
    sentence: `Recebemos ${totalAmount} por Pix. Obrigado por comprar com a gente.`,
  };
}

function refunded({ totalAmount }: Purchase): PurchaseView {
  return {
    state: 'refunded',
    tone: 'neutral',
    title: 'Reembolsado',
    sentence: `O valor de ${totalAmount} foi devolvido por Pix. A chave e o download desta compra não valem mais.`,
  };
}

function ended({ failureReason }: Purchase): PurchaseView {
  if (failureReason === 'expired') {
    return {
      state: 'ended',
      tone: 'danger',
      title: 'Cancelado',
      sentence:
        'O prazo de 2 horas terminou sem que o pagamento chegasse. Se você pagou no último instante, peça a verificação: o valor é reconhecido.',
    };
  }
  const reason =
    failureReason === 'provider' ? 'O banco não conseguiu gerar o Pix.' : 'O banco não aceitou este pagamento.';
  return { state: 'ended', tone: 'danger', title: 'Falhou', sentence: `${reason} Nada foi cobrado.` };
}
