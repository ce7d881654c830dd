import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { Badge } from '#src/islands/ui/badge.tsx';
import { Switch } from '#src/islands/ui/switch.tsx';
import { type Coupon, unavailabilityOf } from '#src/wire/coupons.ts';
import { COUPONS_PATH } from './coupon-paths.ts';

/** The switch shows the new state before the server responds. */
export function CouponStatus({ coupon, today }: { coupon: Coupon; today: string }) {
  /** Until the list is refetched. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { submit, isBusy } = useChange<boolean, Coupon>({
    run: (isActive) => api.put<Coupon>(`${COUPONS_PATH}/${coupon.id}`, { isActive }),
    done: async () => {
      await refreshLists(COUPONS_PATH);
      setChosen(null);
    },
    failed: (error) => {
      setChosen(null);
      showToast({ tone: 'danger', title: 'Erro ao atualizar cupom', description: sentenceOf(error) });
    },
  });
  const isActive = chosen ?? coupon.isActive;
  const hindrance = unavailabilityOf(coupon, today);

  function turn(isOn: boolean): void {
    if (isBusy) return;
    setChosen(isOn);
    submit(isOn);
  }

  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Switch label={`Cupom ${coupon.code} ativo`} isLabelHidden isOn={isActive} onChange={turn} />
      <Badge tone={isActive && hindrance === null ? 'success' : 'neutral'}>{isActive ? 'Ativo' : 'Inativo'}</Badge>
      {hindrance && <span className={hindrance === 'Agendado' ? 'text-muted' : 'text-warning'}>{hindrance}</span>}
    </span>
  );
}
