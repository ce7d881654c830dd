import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { productPath } from '#src/wire/products/product-urls.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';

/** The way to the page that visitors see. */
export function PageLink({ product: { status, slug } }: { product: ProductDetails }) {
  return (
    <div className="border-line border-t pt-4">
      {status === 'active' ? (
        <a
          href={productPath(slug)}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center gap-2 link text-sm"
        >
          <ExternalLink aria-hidden className="size-4" />
          Ver página
          <span className="sr-only">&nbsp;(abre em nova aba)</span>
        </a>
      ) : (
        <p className="text-muted text-table">A página abre para todos quando o produto estiver Ativo.</p>
      )}
    </div>
  );
}

export function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-4 w-full border-b border-line pb-2">
        <span className="block font-semibold text-base condensed">{title}</span>
        {hint && <span className="mt-0.5 block font-normal text-muted text-table">{hint}</span>}
      </legend>
      {children}
    </fieldset>
  );
}

export function PartError({ children }: { children: string | null }) {
  return (
    children && (
      <p role="alert" className="text-danger text-table">
        {children}
      </p>
    )
  );
}
