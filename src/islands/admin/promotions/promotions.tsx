import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { useList } from '#src/islands/admin/use-list.ts';
import { useNewInAddress } from '#src/islands/admin/use-new-in-address.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FailedState } from '#src/islands/ui/failed-state.tsx';
import { SearchField } from '#src/islands/ui/search-field.tsx';
import { Select } from '#src/islands/ui/select.tsx';
import { COUPON_LIST, type Coupon } from '#src/wire/coupons.ts';
import type { Page } from '#src/wire/lists.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponLinkDialog } from './coupon-link-dialog.tsx';
import { COUPONS_PATH } from './coupon-paths.ts';
import { CouponTable } from './coupon-table.tsx';
import type { SampleProduct } from './coupon-words.ts';
import { DeleteCouponDialog } from './delete-coupon-dialog.tsx';

type Props = {
  /** Null where it could not be read: the island asks for it itself. */
  rendered: Page<Coupon> | null;
  renderedSearch: string;
  /** What is on sale, for examples and links. */
  products: SampleProduct[];
  /** The shop's day. */
  today: string;
  siteUrl: string;
};

const FILTERS = { status: '' };

/** The coupons of the shop. */
export function Promotions({ rendered, renderedSearch, products, today, siteUrl }: Props) {
  const list = useList<Coupon, 'status'>({
    path: COUPONS_PATH,
    defaults: COUPON_LIST,
    filters: FILTERS,
    rendered,
    renderedSearch,
  });
  const [editing, setEditing] = useState<Coupon | 'new' | null>(null);
  const [linking, setLinking] = useState<Coupon | null>(null);
  const [deleting, setDeleting] = useState<Coupon | null>(null);
  const add = () => setEditing('new');
  useNewInAddress(add);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Promoções"
        subtitle="Cupons de desconto da loja e dos afiliados."
        actions={
          <Button variant="primary" size="small" icon={Plus} onClick={add}>
            Adicionar Cupom
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SearchField
            label="Buscar cupons"
            placeholder="Buscar por código, nome ou descrição..."
            value={list.state.q}
            onChange={list.setQuery}
          />
        </div>
        <div className="w-full sm:w-44">
          <Select
            label="Status"
            isLabelHidden
            size="small"
            value={list.state.filters.status}
            onChange={(status) => list.setFilter('status', status)}
            options={STATUSES}
            placeholder="Todos os status"
          />
        </div>
      </div>
      {list.isError ? (
        <FailedState
          title="Erro ao carregar cupons"
          text="Erro ao carregar os cupons. Tente novamente mais tarde."
          isTrying={list.isFetching}
          onRetry={list.refetch}
        />
      ) : (
        <CouponTable
          list={list}
          today={today}
          onAdd={add}
          onEdit={setEditing}
          onLink={setLinking}
          onDelete={setDeleting}
        />
      )}
      <CouponDialog subject={editing} today={today} sample={products[0]} onClose={() => setEditing(null)} />
      <CouponLinkDialog
        coupon={linking}
        products={products}
        siteUrl={siteUrl}
        today={today}
        onClose={() => setLinking(null)}
      />
      <DeleteCouponDialog deleting={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

const STATUSES = [
  { value: '', label: 'Todos os status' },
  { value: 'active', label: 'Ativos' },
  { value: 'inactive', label: 'Inativos' },
];
