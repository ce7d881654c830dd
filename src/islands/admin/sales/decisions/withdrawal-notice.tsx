import { Notice } from '#src/islands/ui/states/notice.tsx';
import { dayText, formatDayTime } from '#src/wire/basics/dates.ts';
import type { SaleDetails } from '#src/wire/sales/sales.ts';
import type { SaleWithdrawal, WithdrawalHold } from '#src/wire/withdrawals/withdrawals.ts';

export function WithdrawalNotice({ sale, withdrawal }: { sale: SaleDetails; withdrawal: SaleWithdrawal }) {
  const { state, isDelayed, protocol, requestedAt, reason, refusal, answerBy, heldFor } = withdrawal;
  if (state === 'cancelled') return null;
  return (
    <Notice tone={isDelayed ? 'danger' : state === 'requested' ? 'warning' : 'neutral'} title={titleOf(withdrawal)}>
      <p>
        Protocolo <span className="code">{protocol}</span>, pedido em {formatDayTime(requestedAt)}. {usageOf(sale)}
      </p>
      {reason && (
        <blockquote className="mt-1 whitespace-pre-line border-line border-l-2 pl-3 wrap-anywhere">{reason}</blockquote>
      )}
      {state === 'requested' && heldFor && (
        <p className="mt-1">
          {HOLDS[heldFor]} Responda até {dayText(answerBy)}: a chave fica suspensa até lá.
        </p>
      )}
      {isDelayed && (
        <p className="mt-1">
          O banco recusou a devolução. Confira o saldo e o prazo: a loja tenta de novo sozinha, e você pode reembolsar
          agora ou devolver por fora.
        </p>
      )}
      {refusal && <p className="mt-1 whitespace-pre-line wrap-anywhere">Sua resposta: {refusal}</p>}
    </Notice>
  );
}

function titleOf({ state, isDelayed }: SaleWithdrawal): string {
  switch (state) {
    case 'requested':
      return 'O cliente desistiu da compra e espera a sua resposta';
    case 'refunding':
      return isDelayed ? 'Desistência sem devolução' : 'Desistência: o dinheiro está voltando';
    case 'refunded':
      return 'O cliente desistiu da compra';
    case 'refused':
      return 'Desistência recusada';
    case 'cancelled':
      return 'Desistência cancelada pelo cliente';
  }
}

function usageOf({ downloads, machines }: SaleDetails): string {
  if (downloads === 0 && machines === 0) return 'Nada foi baixado nem ativado.';
  return `${countOf(downloads, 'download', 'downloads')}, ${countOf(machines, 'computador', 'computadores')}.`;
}

function countOf(count: number, one: string, many: string): string {
  if (count === 0) return `nenhum ${one}`;
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;
}

const HOLDS: Record<WithdrawalHold, string> = {
  used: 'A compra foi usada, e a loja está configurada para você decidir.',
  repeated: 'É a terceira desistência deste cliente, ou de quem pagou por ele, em 180 dias.',
  other_bank:
    'Esta venda foi cobrada numa conta que não está mais configurada. Devolva o valor pelo aplicativo daquele banco e marque a venda como devolvida por fora.',
  dispute: 'O pagamento está em disputa no banco: confira se ele já não foi devolvido.',
};
