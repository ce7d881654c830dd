import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';
import type { Coupon } from '#src/wire/coupons.ts';
import { COUPONS_PATH } from './coupon-paths.ts';

type Props = { deleting: Coupon | null; onClose: () => void };

export function DeleteCouponDialog({ deleting, onClose }: Props) {
  // While the window leaves, it still says what it was about.
  const [shown, setShown] = useState(deleting);
  if (deleting && deleting !== shown) setShown(deleting);
  const { submit, isBusy } = useChange<Coupon, unknown>({
    run: ({ id }) => api.delete(`${COUPONS_PATH}/${id}`),
    done: async (_, { code }) => {
      await refreshLists(COUPONS_PATH);
      showToast({ tone: 'success', title: 'Cupom excluído', description: `O código ${code} não vale mais.` });
      onClose();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao excluir cupom', description: sentenceOf(error) });
      const hasChanged = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (!hasChanged) return;
      onClose();
      void refreshLists(COUPONS_PATH);
    },
  });
  return (
    <ConfirmDialog
      isOpen={deleting !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Confirmar exclusão"
      description={`Tem certeza que deseja excluir o cupom ${shown?.code ?? ''}? Esta ação não pode ser desfeita.`}
      confirmLabel="Excluir"
      busyLabel="Excluindo..."
      isBusy={isBusy}
      onConfirm={() => deleting && submit(deleting)}
    >
      {shown && <Consequence coupon={shown} />}
    </ConfirmDialog>
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
