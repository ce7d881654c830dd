import { api, sentenceOf } from '#src/client/api.ts';
import { showToast, type ToastRequest } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import type { BankLook, SaleDetails, SaleVerified } from '#src/wire/sales.ts';
import { SALES_PATH, showSale } from './use-sale.ts';

/** Asks the bank about a sale now. */
export function useVerify({ id }: SaleDetails) {
  return useChange<undefined, SaleVerified>({
    run: () => api.post(`${SALES_PATH}/${id}/verify`),
    done: ({ bankAnswer, ...sale }) => {
      showSale(sale);
      showToast(bankAnswer === null ? NOTHING_TO_ASK : ANSWERS[bankAnswer]);
      return refreshLists(SALES_PATH);
    },
    failed: (error) => showFailure('Erro ao verificar pagamento', error),
  });
}

/** Sends the receipt again. */
export function useResend({ id, customerEmail }: SaleDetails) {
  return useChange<undefined, SaleDetails>({
    run: () => api.post(`${SALES_PATH}/${id}/resend-email`),
    done: (sale) => {
      showSale(sale);
      showToast({ tone: 'success', title: 'E-mail a caminho', description: `O recibo segue para ${customerEmail}.` });
    },
    failed: (error) => showFailure('Erro ao enviar', error),
  });
}

/** Gives the money back; `close` ends the question, whatever the answer. */
export function useRefund({ id }: SaleDetails, close: () => void) {
  return useChange<undefined, SaleDetails>({
    run: () => api.post(`${SALES_PATH}/${id}/refund`),
    done: (sale) => {
      showSale(sale);
      close();
      showToast(sale.refundPending ? REFUND_PENDING : REFUNDED);
      return refreshLists(SALES_PATH);
    },
    failed: (error) => {
      close();
      showFailure('Erro ao reembolsar', error);
      // It may have been refunded elsewhere, or be on its way although the answer was lost.
      void refreshLists(SALES_PATH);
    },
  });
}

const NOTHING_TO_ASK: ToastRequest = {
  title: 'Nada a verificar',
  description: 'O banco não tem mais o que dizer sobre este pedido.',
};

const ANSWERS: Record<BankLook, ToastRequest> = {
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

const REFUNDED: ToastRequest = {
  tone: 'success',
  title: 'Venda reembolsada',
  description: 'O banco devolveu o dinheiro ao cliente.',
};

const REFUND_PENDING: ToastRequest = {
  title: 'Reembolso em andamento',
  description: 'O banco ainda está processando. Esta tela mostra quando terminar.',
};

function showFailure(title: string, error: unknown): void {
  showToast({ tone: 'danger', title, description: sentenceOf(error) });
}
