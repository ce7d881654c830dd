import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import type { Column } from '#src/islands/ui/table/data-table-props.ts';
import { parseCents } from '#src/wire/basics/money.ts';
import { PRODUCT_STATUSES, type ProductStatus } from '#src/wire/products/data-fields.ts';
import { NO_DESCRIPTION } from '#src/wire/products/product-list.ts';
import { isSellable } from '#src/wire/products/product-prices.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { KeyStock } from './license/key-stock.tsx';
import { ProductPicture } from './media/product-picture.tsx';

export const PRODUCT_COLUMNS: readonly Column<AdminProduct>[] = [
  { id: 'product', header: 'Produto', sortKey: 'name', card: 'title', cell: (product) => <Name product={product} /> },
  {
    id: 'price',
    header: 'Preço',
    sortKey: 'price',
    align: 'end',
    width: 'w-36',
    card: 'line',
    cell: (product) => <Price product={product} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 'w-30 @4xl:w-32',
    card: 'foot',
    cell: ({ status }) => <Badge tone={TONES[status]}>{PRODUCT_STATUSES[status]}</Badge>,
  },
  {
    id: 'downloads',
    header: 'Downloads',
    sortKey: 'downloads',
    align: 'end',
    width: 'w-28 @4xl:w-32',
    card: 'line',
    cell: ({ downloads }) => downloads.toLocaleString('pt-BR'),
  },
  {
    id: 'keys',
    header: 'Chaves',
    isMinor: true,
    align: 'end',
    width: 'w-34',
    card: 'line',
    cell: (product) => <KeyStock product={product} />,
  },
];

function Name({ product: { name, kind, parts, description, image, isFeatured } }: { product: AdminProduct }) {
  return (
    <span className="flex items-center gap-3 py-1.5 @max-2xl:items-start @max-2xl:pt-0 @max-2xl:pb-1">
      <ProductPicture image={image} className="h-9 w-16" />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 @2xl:flex-nowrap">
          <span className="truncate font-medium @max-2xl:line-clamp-3 @max-2xl:whitespace-normal">{name}</span>
          {kind === 'kit' && <span className="shrink-0 text-mini text-muted">Kit com {parts.length}</span>}
          {isFeatured && <span className="shrink-0 text-mini text-link">Destaque</span>}
        </span>
        <span className="block truncate font-normal text-muted @max-2xl:line-clamp-2 @max-2xl:text-table @max-2xl:whitespace-normal">
          {description.trim() === name ? NO_DESCRIPTION : description.trim() || NO_DESCRIPTION}
        </span>
      </span>
    </span>
  );
}

function Price({ product: { price, originalPrice } }: { product: AdminProduct }) {
  return (
    <span className="@2xl:block @2xl:py-1.5">
      {originalPrice && (
        <s className="mr-1.5 block whitespace-nowrap text-mini text-muted @max-2xl:mr-2 @max-2xl:inline">
          <span className="sr-only">Antes </span>
          {originalPrice}
        </s>
      )}
      <span className="font-medium whitespace-nowrap">{price}</span>
      {!isSellable(parseCents(price) ?? 0) && (
        <span className="block text-mini text-warning @max-2xl:ml-2 @max-2xl:inline">Sem preço de venda</span>
      )}
    </span>
  );
}

const TONES = {
  active: 'success',
  'Em revisão': 'warning',
  Inativo: 'neutral',
} satisfies Record<ProductStatus, BadgeTone>;
