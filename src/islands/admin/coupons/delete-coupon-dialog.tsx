import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import { COUPONS_PATH } from './coupon-paths.ts';

export function DeleteCouponDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  return (
    <ConfirmedChange
      run={() => api.delete(`${COUPONS_PATH}/${coupon.id}`)}
      refresh={[COUPONS_PATH]}
      done={{ title: 'Cupom excluído', description: `O código ${coupon.code} não vale mais.` }}
      failed="Erro ao excluir cupom"
      onClose={onClose}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir o cupom ${coupon.code}? Esta ação não pode ser desfeita.`}
    >
      <Consequence coupon={coupon} />
    </ConfirmedChange>
  );
}

function Consequence({ coupon: { used, affiliate } }: { coupon: Coupon }) {
  if (affiliate) {
    return (
      <p className="text-sm">
        Este cupom é de {affiliate.name}: ele só sai junto com o afiliado, em Afiliados. Para parar o desconto agora,
        desative-o.
      </p>
    );
  }
  if (used === 0) return null;
  return (
    <p className="text-sm">
      As vendas feitas com ele continuam como estão. Quem já abriu um Pix com o desconto ainda pode pagar por esse
      preço.
    </p>
  );
}
