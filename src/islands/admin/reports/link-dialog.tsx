import encodeQR from 'qr';
import { useMemo, useState } from 'react';
import { useRead } from '#src/islands/admin/use-read.ts';
import { CopyField } from '#src/islands/ui/copy/copy-field.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { productPath } from '#src/wire/products/product-urls.ts';
import { linkTo } from '#src/wire/reports/origin-links.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

const HOME = '/';

/** An address that says where its visitors came from. */
export function LinkDialog({ siteUrl, onClose }: { siteUrl: string; onClose: () => void }) {
  const { data: products } = useRead<PublicProduct[]>('/api/public/products');
  const [path, setPath] = useState(HOME);
  const [source, setSource] = useState('');
  const [campaign, setCampaign] = useState('');
  const [coupon, setCoupon] = useState('');
  const address = linkTo(siteUrl, path, { source, campaign, coupon });
  return (
    <Dialog
      onClose={onClose}
      title="Criar link"
      description="Use um link para cada lugar onde você divulga: o que vier por ele aparece com a sua origem."
    >
      <div className="grid grid-cols-1 gap-4">
        <Select
          label="Página"
          value={path}
          onChange={setPath}
          options={[
            { value: HOME, label: 'Início da loja' },
            ...(products ?? []).map(({ name, slug }) => ({ value: productPath(slug), label: name })),
          ]}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Origem"
            size="small"
            hint="Onde o link vai ficar: youtube, instagram, newsletter."
            value={source}
            maxLength={80}
            autoCapitalize="none"
            onChange={({ target }) => setSource(target.value)}
          />
          <TextField
            label="Campanha (opcional)"
            size="small"
            hint="O que você divulga ali: lancamento, tutorial-3."
            value={campaign}
            maxLength={80}
            autoCapitalize="none"
            onChange={({ target }) => setCampaign(target.value)}
          />
        </div>
        <TextField
          label="Cupom (opcional)"
          size="small"
          hint="O de um afiliado dá a venda a ele."
          value={coupon}
          maxLength={40}
          autoCapitalize="characters"
          onChange={({ target }) => setCoupon(target.value)}
        />
        <CopyField label="Endereço" text={address} copyLabel="Copiar link" />
        <QrCode text={address} />
      </div>
    </Dialog>
  );
}

/** It is black on white in both themes, since phones read no other. */
function QrCode({ text }: { text: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: 2 }), [text]);
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label="Código QR do link"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto w-44 rounded-field"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
