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
import type { Coupon, CouponProduct } from '#src/wire/coupons/coupons.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { CouponLinkDialog } from './coupon-link-dialog.tsx';
import { CouponList } from './coupon-list.tsx';
import type { SampleProduct } from './coupon-text.ts';
import { DeleteCouponDialog } from './delete-coupon-dialog.tsx';

type Props = {
  rendered: Page<Coupon> | null;
  renderedSearch: string;
  products: SampleProduct[];
  /** All that a coupon can be for. */
  named: CouponProduct[];
  today: string;
  siteUrl: string;
};

const loadDialog = async () => (await import('./coupon-dialog.tsx')).CouponDialog;
const CouponDialog = lazyDialog(loadDialog);
const OffersPanel = lazyPanel(async () => (await import('#src/islands/admin/offers/offers-panel.tsx')).OffersPanel);
const RecoveryPanel = lazyPanel(async () => (await import('./recovery-panel.tsx')).RecoveryPanel);

export function Promotions({ rendered, renderedSearch, products, named, today, siteUrl }: Props) {
  const { tab, search, open } = useTabInUrl(renderedSearch, promotionTabIn);
  // React streams what is loaded late as inline scripts, which the CSP blocks.
  const isAlive = useHydrated();
  const [editing, setEditing] = useState<Coupon | 'new' | null>(null);
  const [isOffering, setOffering] = useState(false);
  const offer = () => setOffering(true);
  const [linking, setLinking] = useState<Coupon | null>(null);
  const [deleting, setDeleting] = useState<Coupon | null>(null);
  const add = () => setEditing('new');
  useNewInUrl(add);
  useFirstTouch(loadDialog);
  const adding = ADDING[tab];
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Promoções"
        help={tab === 'recovery' ? 'promotions:recovery' : 'promotions'}
        subtitle="Cupons, ofertas no checkout, e quem gerou um Pix e não pagou."
        actions={
          adding && (
            <Button variant="primary" size="small" icon={Plus} onClick={tab === 'offers' ? offer : add}>
              {adding}
            </Button>
          )
        }
      />
      <Tabs
        label="Cupons, ofertas e recuperação"
        value={tab}
        onChange={(wanted) => open(wanted === 'coupons' ? {} : { tab: wanted })}
        tabs={TABS}
      >
        {tab === 'coupons' ? (
          <CouponList
            key={search}
            rendered={search === renderedSearch ? rendered : null}
            renderedSearch={search}
            today={today}
            products={named}
            onAdd={add}
            onEdit={setEditing}
            onLink={setLinking}
            onDelete={setDeleting}
          />
        ) : (
          isAlive &&
          (tab === 'recovery' ? (
            <RecoveryPanel sample={products[0]} />
          ) : (
            <OffersPanel products={products} isAdding={isOffering} onAdd={offer} onAdded={() => setOffering(false)} />
          ))
        )}
      </Tabs>
      {editing && (
        <CouponDialog
          coupon={editing === 'new' ? null : editing}
          today={today}
          sample={products[0]}
          products={named}
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

const ADDING = { coupons: 'Adicionar Cupom', offers: 'Adicionar oferta', recovery: null };

const TABS = [
  { value: 'coupons', label: 'Cupons' },
  { value: 'offers', label: 'Ofertas' },
  { value: 'recovery', label: 'Recuperação' },
];

function promotionTabIn(search: string): 'coupons' | 'offers' | 'recovery' {
  const named = new URLSearchParams(search).get('tab');
  return named === 'offers' || named === 'recovery' ? named : 'coupons';
}
