import { Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog, useFirstTouch } from '#src/islands/admin/form/lazy-dialog.tsx';
import { lazyPanel } from '#src/islands/admin/form/lazy-panel.tsx';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { useTabInUrl } from '#src/islands/admin/list/use-tab-in-url.ts';
import { useNewInUrl } from '#src/islands/admin/use-new-in-url.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Tabs } from '#src/islands/ui/tabs.tsx';
import { useHydrated } from '#src/islands/ui/use-hydrated.ts';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { CouponLinkDialog } from './coupon-link-dialog.tsx';
import { CouponList } from './coupon-list.tsx';
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
const RecoveryPanel = lazyPanel(async () => (await import('./recovery-panel.tsx')).RecoveryPanel);

export function Promotions({ rendered, renderedSearch, products, today, siteUrl }: Props) {
  const { tab, search, open } = useTabInUrl(renderedSearch, promotionTabIn);
  // React streams what is loaded late as inline scripts, which the CSP blocks.
  const isAlive = useHydrated();
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
        help={tab === 'recovery' ? 'promotions:recovery' : 'promotions'}
        subtitle="Cupons de desconto, e quem gerou um Pix e não pagou."
        actions={
          tab === 'coupons' && (
            <Button variant="primary" size="small" icon={Plus} onClick={add}>
              Adicionar Cupom
            </Button>
          )
        }
      />
      <Tabs
        label="Cupons e recuperação"
        value={tab}
        onChange={(wanted) => open(wanted === 'recovery' ? { tab: wanted } : {})}
        tabs={TABS}
      >
        {tab === 'coupons' ? (
          <CouponList
            key={search}
            rendered={search === renderedSearch ? rendered : null}
            renderedSearch={search}
            today={today}
            onAdd={add}
            onEdit={setEditing}
            onLink={setLinking}
            onDelete={setDeleting}
          />
        ) : (
          isAlive && <RecoveryPanel sample={products[0]} />
        )}
      </Tabs>
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

const TABS = [
  { value: 'coupons', label: 'Cupons' },
  { value: 'recovery', label: 'Recuperação' },
];

function promotionTabIn(search: string): 'coupons' | 'recovery' {
  return new URLSearchParams(search).get('tab') === 'recovery' ? 'recovery' : 'coupons';
}
