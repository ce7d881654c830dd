import { Notice } from '#src/islands/ui/notice.tsx';
import type { SaleDetails } from '#src/wire/sales.ts';

/** What the owner should know before doing anything about a sale, and what to do about it. */
export function SaleNotices({ sale }: { sale: SaleDetails }) {
  const { review, refundPending, isWaitingForKey, commission, couponUse } = sale;
  const lastRefundEvent = sale.timeline.findLast(({ event }) => event.startsWith('refund'));
  const notices = [
    review === 'short_payment' && (
      <Notice key="short" tone="warning" title="Chegou menos que o preço">
        Chegaram {sale.paidAmount} de {sale.totalAmount}, então nada foi entregue. Devolva o valor pelo aplicativo do
        seu banco: quando o banco mostrar a devolução, o pedido é encerrado sozinho. O cliente pode comprar de novo pelo
        valor certo.
      </Notice>
    ),
    review === 'dispute' && (
      <Notice key="dispute" tone="danger" title="Pagamento em disputa">
        O cliente contestou este Pix no banco dele. A chave fica suspensa até a decisão. Responda pelo aplicativo do seu
        banco: o resultado aparece aqui sozinho.
      </Notice>
    ),
    refundPending && (
      <Notice key="pending" tone="warning" title="Reembolso em andamento">
        O banco ainda não confirmou a devolução de {sale.paidAmount ?? sale.totalAmount}. A loja continua perguntando
        sozinha, mesmo com esta tela fechada.
      </Notice>
    ),
    sale.paymentStatus === 'COMPLETED' && lastRefundEvent?.event === 'refund_refused' && (
      <Notice key="refused" tone="danger" title="O banco recusou o reembolso">
        O dinheiro continua com a loja e nada mudou nesta venda. Confira no seu banco o saldo e o prazo para devolver e
        tente de novo.
      </Notice>
    ),
    isWaitingForKey && (
      <Notice key="key" tone="warning" title="O cliente espera uma chave">
        Não havia chave livre de {sale.productName}.{' '}
        <a href="/admin/activation-keys-auth" className="text-link underline">
          Adicione chaves
        </a>
        : quem espera há mais tempo recebe primeiro, na página e por e-mail.
      </Notice>
    ),
    commission?.status === 'reversed' && commission.wasPaid && (
      <Notice key="commission" tone="warning" title="A comissão já tinha sido paga">
        {commission.affiliate} recebeu {commission.amount} por esta venda antes do reembolso. Desconte do próximo
        pagamento.
      </Notice>
    ),
    couponUse === 'LATE' && (
      <Notice key="late" tone="neutral" title="Pagamento depois do prazo, com cupom">
        O uso do cupom {sale.couponCode} já tinha sido liberado. O desconto foi mantido e não conta no limite do cupom.
      </Notice>
    ),
  ].filter(Boolean);
  return notices.length > 0 && <div className="grid grid-cols-1 gap-2">{notices}</div>;
}
