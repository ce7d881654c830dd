import type { ComponentProps } from 'react';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import { COUPON_LIST, COUPON_STATUS_NAMES, type Coupon } from '#src/wire/coupons/coupons.ts';
import { CouponTable } from './coupon-table.tsx';

type Props = Rendered<Coupon> & Omit<ComponentProps<typeof CouponTable>, 'list'>;

export function CouponList({ rendered, renderedSearch, ...table }: Props) {
  const list = useList({ list: COUPON_LIST, rendered, renderedSearch });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListToolbar
        list={list}
        label="Buscar cupons"
        placeholder="Buscar por código, nome ou descrição..."
        filters={<ListFilter list={list} name="status" label="Status" options={STATUSES} width="sm:w-44" />}
      />
      <CouponTable list={list} {...table} />
    </div>
  );
}

const STATUSES = optionsOf('Todos os status', COUPON_STATUS_NAMES);
