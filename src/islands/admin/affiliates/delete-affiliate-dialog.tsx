import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { AFFILIATES_PATH, BOTH_PATHS } from './affiliate-paths.ts';

export function DeleteAffiliateDialog({ affiliate, onClose }: { affiliate: Affiliate; onClose: () => void }) {
  const { id, name, couponCode, totalSales, pendingCommission } = affiliate;
  return (
    <ConfirmedChange
      run={() => api.delete(`${AFFILIATES_PATH}/${id}`)}
      refresh={[BOTH_PATHS, '/api/admin/coupons']}
      done={{ title: 'Afiliado excluído', description: `O cupom ${couponCode} não vale mais.` }}
      failed="Falha ao excluir afiliado"
      onClose={onClose}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir ${name}? O cupom ${couponCode} para de valer na hora. Esta ação não pode ser desfeita.`}
    >
      {totalSales > 0 && (
        <p className="text-sm">
          As vendas continuam na aba Vendas
          {pendingCommission > 0 && noWrap(`, com ${formatReais(pendingCommission)} de comissão ainda a pagar`)}.
        </p>
      )}
    </ConfirmedChange>
  );
}
