import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/lazy-dialog.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list-toolbar.tsx';
import { ScreenHeader } from '#src/islands/admin/screen-header.tsx';
import { useList } from '#src/islands/admin/use-list.ts';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { COUPON_LIST, COUPON_STATUS_NAMES, type Coupon } from '#src/wire/coupons.ts';
import type { Page } from '#src/wire/lists.ts';
import { CouponLinkDialog } from './coupon-link-dialog.tsx';
import { CouponTable } from './coupon-table.tsx';
import type { SampleProduct } from './coupon-text.ts';
import { DeleteCouponDialog } from './delete-coupon-dialog.tsx';

type Props = {
  rendered: Page<Coupon> | null;
  renderedSearch: string;
  products: SampleProduct[];
  today: string;
  siteUrl: string;
};

const loadDialog = async () => (await import('./coupon-dialog.tsx')).CouponDialog;
const CouponDialog = lazyDialog(loadDialog);

export function Promotions({ rendered, renderedSearch, products, today, siteUrl }: Props) {
  const list = useList({ list: COUPON_LIST, rendered, renderedSearch });
  const [editing, setEditing] = useState<Coupon | 'new' | null>(null);
  const [linking, setLinking] = useState<Coupon | null>(null);
  const [deleting, setDeleting] = useState<Coupon | null>(null);
  const add = () => setEditing('new');
  useNewInUrl(add);
  useFirstTouch(loadDialog);
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
      <ListToolbar
        list={list}
        label="Buscar cupons"
        placeholder="Buscar por código, nome ou descrição..."
        filters={<ListFilter list={list} name="status" label="Status" options={STATUSES} width="sm:w-44" />}
      />
      <CouponTable
        list={list}
        today={today}
        onAdd={add}
        onEdit={setEditing}
        onLink={setLinking}
        onDelete={setDeleting}
      />
      {editing && (
        <CouponDialog
          coupon={editing === 'new' ? null : editing}
          today={today}
          sample={products[0]}
          onClose={() => setEditing(null)}
        />
      )}
      {linking && (
        <CouponLinkDialog
          coupon={linking}
          products={products}
          siteUrl={siteUrl}
          today={today}
          onClose={() => setLinking(null)}
        />
      )}
      {deleting && <DeleteCouponDialog coupon={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

const STATUSES = optionsOf('Todos os status', COUPON_STATUS_NAMES);
