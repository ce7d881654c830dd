import { Notice } from '#src/islands/ui/states/notice.tsx';
import { IMPORTED_SALE } from '#src/wire/imports/sources.ts';
import { pluginNamesOf } from '#src/wire/purchases/items.ts';
import { WAITING_LABELS } from '#src/wire/purchases/purchase-status.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import { WithdrawalNotice } from './decisions/withdrawal-notice.tsx';

export function SaleNotices({ sale }: { sale: SaleDetails }) {
  const { review, refundPending, isWaitingForKey, commission, couponUse } = sale;
  const lastRefundEvent = sale.timeline.findLast(({ event }) => event.startsWith('refund'));
  const { withdrawal } = sale;
  const notices = [
    withdrawal && withdrawal.state !== 'cancelled' && (
      <WithdrawalNotice key="withdrawal" sale={sale} withdrawal={withdrawal} />
    ),
    review === 'short_payment' && <ShortPayment key="short" sale={sale} />,
    review === 'partial_return' && (
      <Notice key="part" tone="warning" title={`Devolvida em parte: ${sale.returnedAmount ?? 'valor desconhecido'}`}>
        {sale.refundableAmount} ficaram com a loja, e é isso que a venda e a comissão contam. O cliente ainda tem o
        produto: mantenha a entrega, revogue a chave ou reembolse o resto.
      </Notice>
    ),
    review === 'duplicate_payment' && (
      <Notice key="duplicate" tone="danger" title="Este pagamento já vale para outra venda">
        O banco mostrou para este pedido um pagamento que já concluiu outra venda, então nada foi entregue. Confira no
        extrato se chegaram dois valores.
      </Notice>
    ),
    sale.importedFrom !== null && sale.paymentStatus === 'COMPLETED' && (
      <Notice key="imported" tone="neutral" title={`Importada · ${sale.importedFrom}`}>
        {IMPORTED_SALE}
      </Notice>
    ),
    !sale.bank.isConfigured && sale.importedFrom === null && (
      <Notice key="account" tone="warning" title="A conta desta compra não está mais configurada">
        {sale.bank.account ?? 'A conta'} não pode ser consultada: a loja não sabe se o valor chegou ou voltou. Informe a
        conta em FORMER_BANKS no servidor, ou confira no extrato dela e marque aqui o que aconteceu.
      </Notice>
    ),
    review === 'unknown_state' && (
      <Notice key="unknown" tone="warning" title="O banco mostra algo que a loja não entende">
        Este Pix pode ter sido pago, por isso o pedido não foi encerrado e nada foi entregue. Confira a cobrança no
        aplicativo do seu banco. A loja continua perguntando: assim que o banco disser se o valor chegou, o pedido segue
        sozinho.
      </Notice>
    ),
    review === 'dispute' && (
      <Notice key="dispute" tone="danger" title="Pagamento em disputa">
        O cliente contestou este Pix no banco dele. A chave fica suspensa até a decisão. Responda pelo aplicativo do seu
        banco: o resultado aparece aqui sozinho.
      </Notice>
    ),
    refundPending && (
      <Notice key="pending" tone="warning" title={WAITING_LABELS.refund_pending}>
        O banco ainda não confirmou a devolução de {sale.paidAmount ?? sale.totalAmount}. A loja continua perguntando
        sozinha, mesmo com esta tela fechada.
      </Notice>
    ),
    sale.paymentStatus === 'COMPLETED' && lastRefundEvent?.event === 'refund_refused' && !withdrawal?.isDelayed && (
      <RefundRefused key="refused" returnedAmount={sale.returnedAmount} />
    ),
    isWaitingForKey && (
      <Notice key="key" tone="warning" title="O cliente espera uma chave">
        Não havia chave livre de {pluginNamesOf({ items: sale.items.filter(({ isKeyOnItsWay }) => isKeyOnItsWay) })}.{' '}
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

function ShortPayment({ sale: { refundableAmount, totalAmount } }: { sale: SaleDetails }) {
  if (refundableAmount === totalAmount) {
    return (
      <Notice tone="warning" title="O preço era de quem tinha outra compra">
        O cliente pagou {refundableAmount}, o preço de quem tem um produto que ele não tem mais, ou que já serviu a
        outra compra. Nada foi entregue, e a loja pediu ao banco que devolva. Se o banco recusar, aceite e entregue, ou
        reembolse.
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="Chegou menos que o preço">
      Chegaram {refundableAmount} de {totalAmount}, então nada foi entregue. Aceite este valor e entregue, ou reembolse:
      o pedido é encerrado assim que o banco devolver. O cliente pode comprar de novo pelo valor certo.
    </Notice>
  );
}

function RefundRefused({ returnedAmount }: Pick<SaleDetails, 'returnedAmount'>) {
  return (
    <Notice tone="danger" title="O banco recusou o reembolso">
      {returnedAmount
        ? `${returnedAmount} já voltaram ao cliente; o resto continua com a loja.`
        : 'O dinheiro continua com a loja e nada mudou nesta venda.'}{' '}
      Confira no seu banco o saldo e o prazo para devolver e tente de novo.
    </Notice>
  );
}
