import { api, sentenceOf } from '#src/client/api.ts';
import { showToast, type ToastRequest } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import type { PollResult, SaleDetails, SaleVerified } from '#src/wire/sales/sales.ts';
import { SALES_PATH, showSale } from './use-sale.ts';

export function useVerify({ id }: SaleDetails) {
  return useChange<undefined, SaleVerified>({
    run: () => api.post(`${SALES_PATH}/${id}/verify`),
    done: ({ bankAnswer, ...sale }) => {
      showSale(sale);
      showToast(bankAnswer === null ? nothingToAsk(sale.paymentStatus) : ANSWERS[bankAnswer]);
      return refreshLists(SALES_PATH);
    },
    failed: 'Erro ao verificar pagamento',
  });
}

export function useResend({ id, customerEmail }: SaleDetails) {
  return useChange<undefined, SaleDetails>({
    run: () => api.post(`${SALES_PATH}/${id}/resend-email`),
    told: { title: 'E-mail a caminho', description: `O recibo segue para ${customerEmail}.` },
    done: showSale,
    failed: 'Erro ao enviar',
  });
}

/** The link opens by itself; this notes it in the time line. */
export function useWhatsappNote({ id }: SaleDetails) {
  return useChange<undefined, SaleDetails>({
    run: () => api.post(`${SALES_PATH}/${id}/whatsapp`),
    done: showSale,
    failed: 'A conversa não foi anotada na linha do tempo',
  });
}

/** `close` runs on success and on failure. */
export function useRefund({ id }: SaleDetails, close: () => void) {
  return useChange<undefined, SaleDetails>({
    run: () => api.post(`${SALES_PATH}/${id}/refund`),
    done: (sale) => {
      showSale(sale);
      close();
      showToast(refundToast(sale));
      return refreshLists(SALES_PATH);
    },
    failed: (error) => {
      close();
      showFailure('Erro ao reembolsar', error);
      // It may have been refunded elsewhere, or the response was lost.
      void refreshLists(SALES_PATH);
    },
  });
}

/** `onClose` runs on success. */
export function useDecision<Body>(
  { id }: SaleDetails,
  call: 'accept' | 'resolve' | 'partial-return' | 'withdrawal',
  { done, onClose }: { done: { title: string; description: string }; onClose: () => void },
) {
  return useChange<Body, SaleDetails>({
    run: (body) => api.post(`${SALES_PATH}/${id}/${call}`, body),
    done: (sale) => {
      showSale(sale);
      onClose();
      showToast({ tone: 'success', ...done });
      return refreshLists(SALES_PATH);
    },
    failed: (error) => {
      showFailure('Erro ao salvar a decisão', error);
      void refreshLists(SALES_PATH);
    },
  });
}

function nothingToAsk(status: PaymentStatus): ToastRequest {
  const description =
    status === 'REFUNDED'
      ? 'Esta venda já foi reembolsada: não há mais pagamento a conferir no banco.'
      : 'Esta venda foi cobrada em outro banco. O que a loja usa agora não a conhece: confira no extrato do outro.';
  return { title: 'Nada a verificar', description };
}

const ANSWERS: Record<PollResult, ToastRequest> = {
  paid: { tone: 'success', title: 'Pagamento no banco', description: 'O banco confirma que o valor chegou.' },
  waiting: {
    tone: 'warning',
    title: 'Pagamento pendente',
    description: 'O banco ainda não recebeu este Pix. Peça ao cliente o comprovante e confira o código do pedido.',
  },
  expired: { tone: 'warning', title: 'Pagamento não confirmado', description: 'A cobrança expirou sem pagamento.' },
  cancelled: {
    tone: 'warning',
    title: 'Pagamento não confirmado',
    description: 'A cobrança foi cancelada sem pagamento.',
  },
  rejected: { tone: 'danger', title: 'Pagamento não confirmado', description: 'O banco recusou este pagamento.' },
  refunded: { tone: 'warning', title: 'Valor devolvido', description: 'O banco diz que o dinheiro voltou ao cliente.' },
  disputed: { tone: 'danger', title: 'Pagamento em disputa', description: 'O cliente contestou este Pix no banco.' },
  unknown: {
    tone: 'warning',
    title: 'Situação desconhecida no banco',
    description: 'Confira esta cobrança no aplicativo do seu banco. A loja continua perguntando sozinha.',
  },
  missing: {
    tone: 'warning',
    title: 'Pagamento não confirmado',
    description: 'O banco não conhece esta cobrança. Se o Pix acabou de ser gerado, tente de novo em um minuto.',
  },
  unavailable: {
    tone: 'warning',
    title: 'O banco não respondeu',
    description: 'A loja continua tentando sozinha. Tente de novo em um minuto.',
  },
};

function refundToast({ refundPending, paymentStatus }: SaleDetails): ToastRequest {
  if (refundPending) return REFUND_PENDING;
  return paymentStatus === 'COMPLETED' || paymentStatus === 'PENDING' ? REFUNDED_IN_PART : REFUNDED;
}

const REFUNDED_IN_PART: ToastRequest = {
  tone: 'warning',
  title: 'Devolvida em parte',
  description: 'O banco devolveu uma parte e recusou o resto. A venda mostra quanto voltou.',
};

const REFUNDED: ToastRequest = {
  tone: 'success',
  title: 'Venda reembolsada',
  description: 'O banco devolveu o dinheiro ao cliente.',
};

const REFUND_PENDING: ToastRequest = {
  title: WAITING_LABELS.refund_pending,
  description: 'O banco ainda está processando. Esta tela mostra quando terminar.',
};

function showFailure(title: string, error: unknown): void {
  showToast({ tone: 'danger', title, description: sentenceOf(error) });
}
