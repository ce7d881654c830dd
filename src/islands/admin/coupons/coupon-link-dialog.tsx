import { useState } from 'react';
import { CopyField } from '#src/islands/ui/copy/copy-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import type { Coupon } from '#src/wire/coupons/coupons.ts';
import { priceChange, type SampleProduct, whyNoDiscount } from './coupon-text.ts';

type Props = {
  coupon: Coupon;
  products: readonly SampleProduct[];
  siteUrl: string;
  today: string;
  onClose: () => void;
};

export function CouponLinkDialog({ onClose, ...link }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={`Link com o cupom ${link.coupon.code}`}
      description="Quem abre este link chega à compra com o cupom já preenchido."
      size="small"
    >
      <CouponLink {...link} />
    </Dialog>
  );
}

function CouponLink({ coupon, products, siteUrl, today }: Omit<Props, 'onClose'>) {
  const [productId, setProductId] = useState(products[0]?.id ?? '');
  const product = products.find((candidate) => candidate.id === productId);
  if (!product) {
    return (
      <Notice tone="neutral" title="Nenhum produto à venda">
        Ative um produto para ter para onde levar o cliente.
      </Notice>
    );
  }
  const link = `${siteUrl}/checkout/${encodeURIComponent(product.id)}?cupom=${encodeURIComponent(coupon.code)}`;
  const discountHundredths = Math.round(coupon.discount * 100);
  const hindrance = whyNoDiscount(coupon, today);
  return (
    <div className="grid grid-cols-1 gap-4">
      {hindrance && (
        <Notice tone="warning" title="Hoje este link não dá desconto">
          {hindrance}
        </Notice>
      )}
      <Select
        label="Produto"
        value={productId}
        onChange={setProductId}
        options={products.map(({ id: value, name }) => ({ value, label: name }))}
        hint={`${priceChange(product.priceCents, coupon.type, discountHundredths)}.`}
      />
      <CopyField label="Link" text={link} copyLabel="Copiar link" />
    </div>
  );
}
