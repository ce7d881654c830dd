import { ProductPicture } from '#src/islands/admin/products/media/product-picture.tsx';
import { DayTime } from '#src/islands/ui/date-time.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import { customerStatusLabel, customerStatusTone } from '#src/wire/purchases/purchase-status.ts';
import type { PurchaseRecord } from '#src/wire/purchases/purchases.ts';

/** `products` is undefined while loading or after an error. */
export function purchaseColumns(
  products: ReadonlyMap<string, AdminProduct> | undefined,
  now: Date,
): readonly Column<PurchaseRecord>[] {
  return [
    {
      id: 'product',
      header: 'Produto',
      card: 'title',
      cell: (purchase) => <Product purchase={purchase} products={products} />,
    },
    {
      id: 'id',
      header: 'Pedido',
      width: 'w-24',
      card: 'foot',
      isMinor: true,
      cell: (purchase) => (
        <span className="code text-muted" title={purchase.id}>
          {numberText(purchase)}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: 'Data',
      width: 'w-40',
      card: 'foot',
      cell: ({ createdAt }) => <DayTime at={createdAt} />,
    },
    {
      id: 'coupon',
      header: 'Cupom',
      width: 'w-32',
      card: 'hidden',
      isMinor: true,
      cell: ({ couponCode }) =>
        couponCode ? <span className="code">{couponCode}</span> : <span className="text-muted">—</span>,
    },
    {
      id: 'amount',
      header: 'Valor',
      align: 'end',
      width: 'w-37',
      card: 'aside',
      cell: ({ totalAmount }) => <span className="font-medium">{totalAmount}</span>,
    },
    {
      id: 'status',
      header: 'Status',
      width: 'w-36',
      card: 'line',
      cell: (purchase) => <Badge tone={customerStatusTone(purchase, now)}>{customerStatusLabel(purchase, now)}</Badge>,
    },
  ];
}

function Product({
  purchase,
  products,
}: {
  purchase: PurchaseRecord;
  products: ReadonlyMap<string, AdminProduct> | undefined;
}) {
  const sold = purchase.items.map(({ productId }) => products?.get(productId));
  const names = namesOf(purchase);
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2.5 align-middle">
      <ProductPicture image={sold[0]?.image ?? ''} className="h-7 w-12" />
      <span className="flex min-w-0 items-center gap-x-2.5 @max-2xl:flex-wrap">
        <span className="min-w-0 truncate font-medium @max-2xl:whitespace-normal" title={names}>
          {names}
        </span>
        {purchase.importedFrom && (
          <span className="shrink-0 text-mini text-muted">Importada · {purchase.importedFrom}</span>
        )}
        {products && sold.includes(undefined) && (
          <span className="shrink-0 text-mini text-muted">Retirado da loja</span>
        )}
      </span>
    </span>
  );
}
