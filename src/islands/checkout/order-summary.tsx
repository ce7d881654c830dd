import { ChevronDown } from 'lucide-react';
import type { Quote } from './quote.ts';

type Props = {
  name: string;
  image: string;
  licenseTerms: string;
  requiresActivation: boolean;
  quote: Quote;
  email: string | null;
};

export function OrderSummary(props: Props) {
  return (
    <aside aria-label="Resumo do pedido" className="lg:col-start-2 lg:row-start-1">
      <details className="group rounded-card border border-line bg-surface lg:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0">
            <span className="flex items-center gap-1.5 text-muted text-sm">
              Resumo do pedido
              <ChevronDown aria-hidden className="size-4 shrink-0 transition group-open:rotate-180" />
            </span>
            <span className="block truncate font-semibold text-[.9375rem] group-open:hidden">{props.name}</span>
          </span>
          <strong className="ml-auto whitespace-nowrap tabular-nums">{props.quote.total}</strong>
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

function Contents({ name, image, licenseTerms, requiresActivation, quote, email }: Props) {
  return (
    <>
      <div className="flex gap-4">
        <img
          src={image}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          className="size-24 shrink-0 rounded-field object-cover"
        />
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
        <dd className="text-right tabular-nums">{quote.subtotal}</dd>
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
