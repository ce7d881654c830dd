import { ChevronDown } from 'lucide-react';
import type { CheckoutProduct } from './checkout-product.ts';
import type { Quote } from './quote.ts';

type Props = {
  product: CheckoutProduct;
  quote: Quote;
  email: string | null;
};

export function OrderSummary(props: Props) {
  return (
    <aside aria-label="Resumo do pedido" className="lg:col-start-2 lg:row-start-1">
      <details className="group rounded-card border border-line bg-surface lg:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
          <Picture image={props.product.image} className="size-11 max-[22rem]:hidden" />
          <span className="min-w-36 flex-1">
            <span className="flex items-center gap-1.5 whitespace-nowrap text-muted text-sm">
              Resumo do pedido
              <ChevronDown aria-hidden className="size-4 shrink-0 transition group-open:rotate-180" />
            </span>
            <span className="block truncate font-semibold text-[.9375rem] group-open:hidden">{props.product.name}</span>
          </span>
          <span className="ml-auto whitespace-nowrap text-right tabular-nums">
            <OldPrice {...props} />
            <strong>{props.quote.total}</strong>
          </span>
        </summary>
        <div className="border-line border-t p-4">
          <Contents {...props} />
        </div>
      </details>
      <div className="hidden rounded-panel border border-line bg-surface p-5 lg:block">
        <Contents {...props} />
      </div>
    </aside>
  );
}

function Picture({ image, className }: { image: string; className: string }) {
  return (
    <img
      src={image}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={`${className} shrink-0 rounded-field object-cover`}
    />
  );
}

function OldPrice({ product: { reduced } }: Props) {
  return reduced && <s className="block text-mini text-muted">{reduced.from}</s>;
}

function Contents(props: Props) {
  const { product, quote, email } = props;
  const { name, image, licenseTerms, requiresActivation, reduced } = product;
  return (
    <>
      <div className="flex gap-4">
        <Picture image={image} className="size-20" />
        <div className="min-w-0">
          <p className="font-semibold text-title-3 [font-stretch:86%]">{name}</p>
          <p className="mt-1 wrap-anywhere text-muted text-sm">
            {licenseTerms}
            {requiresActivation ? ' · 1 chave' : ', sem chave'}
          </p>
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-[1fr_auto] gap-y-2 border-line border-t pt-4 text-[.9375rem]">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right tabular-nums">
          <OldPrice {...props} />
          {quote.subtotal}
        </dd>
        {reduced && <dd className="col-span-2 text-success text-sm">Você economiza {reduced.saving}</dd>}
        {quote.coupon && (
          <>
            <dt className="text-muted">
              Cupom <span className="code">{quote.coupon.code}</span>
            </dt>
            <dd className="text-right text-success tabular-nums">− {quote.coupon.discount}</dd>
          </>
        )}
        <dt className="mt-1 border-line border-t pt-3 font-semibold text-base">Total</dt>
        <dd className="mt-1 border-line border-t pt-3 text-right font-semibold text-base tabular-nums">
          {quote.total}
        </dd>
      </dl>
      <p className="mt-4 text-[.9375rem] text-muted">
        {requiresActivation ? 'A chave também vai para ' : 'O download também vai para '}
        {email ? <strong className="wrap-anywhere font-semibold text-foreground">{email}</strong> : 'o seu e-mail'}.
      </p>
    </>
  );
}
