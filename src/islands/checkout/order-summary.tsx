import { ChevronDown } from 'lucide-react';
import { Fragment } from 'react';
import { countedName } from '#src/wire/purchases/items.ts';
import type { CheckoutProduct } from './checkout-product.ts';
import { quantityOf, type ShownOrder } from './order-state.ts';

type Props = {
  product: CheckoutProduct;
  order: ShownOrder;
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
            <span className="block truncate font-semibold text-[.9375rem] group-open:hidden">{nameOf(props)}</span>
          </span>
          <span className="ml-auto whitespace-nowrap text-right tabular-nums">
            {props.order.lines.length === 1 && <OldPrice {...props} />}
            <strong>{props.order.totalAmount}</strong>
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

/** Of one license alone, since nobody ever asked for the old price of several. */
function OldPrice({ product: { reduced }, order }: Props) {
  return reduced && quantityOf(order) === 1 && <s className="block text-mini text-muted">{reduced.from}</s>;
}

function Contents(props: Props) {
  const { product, order, email } = props;
  const { image, licenseTerms, partNames, reduced } = product;
  const quantity = quantityOf(order);
  const [, ...offered] = order.lines;
  const keys = product.keys * quantity;
  const delivered = deliveredWith(product, order);
  return (
    <>
      <div className="flex gap-4">
        <Picture image={image} className="size-20" />
        <div className="min-w-0">
          <p className="font-semibold text-title-3 [font-stretch:86%]">{nameOf(props)}</p>
          <p className="mt-1 wrap-anywhere text-muted text-sm">
            {licenseTerms}
            {keys > 0 ? ` · ${keys} ${keys === 1 ? 'chave' : 'chaves'}` : ', sem chave'}
            {partNames}
          </p>
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-[1fr_auto] gap-y-2 border-line border-t pt-4 text-[.9375rem]">
        <dt className="wrap-anywhere text-muted">{offered.length > 0 ? nameOf(props) : 'Subtotal'}</dt>
        <dd className="text-right tabular-nums">
          <OldPrice {...props} />
          {offered.length > 0 ? order.lines[0]?.totalAmount : order.subtotalAmount}
        </dd>
        {quantity > 1 && (
          <dd className="col-span-2 text-muted text-sm tabular-nums">
            {order.lines[0]?.reducedFrom && <s className="mr-1.5">{order.lines[0].reducedFrom}</s>}
            {order.lines[0]?.priceAmount} cada licença
          </dd>
        )}
        {reduced && quantity === 1 && (
          <dd className="col-span-2 text-success text-sm">Você economiza {reduced.saving}</dd>
        )}
        {offered.map((line) => (
          <Fragment key={line.name}>
            <dt className="wrap-anywhere text-muted">{line.name}</dt>
            <dd className="text-right tabular-nums">
              {line.reducedFrom && <s className="block text-mini text-muted">{line.reducedFrom}</s>}
              {line.totalAmount}
            </dd>
          </Fragment>
        ))}
        {order.discount && (
          <>
            <dt className="text-muted">
              Cupom <span className="code">{order.discount.code}</span>
            </dt>
            <dd className="text-right text-success tabular-nums">− {order.discount.amount}</dd>
          </>
        )}
        <dt className="mt-1 border-line border-t pt-3 font-semibold text-base">Total</dt>
        <dd className="mt-1 border-line border-t pt-3 text-right font-semibold text-base tabular-nums">
          {order.totalAmount}
        </dd>
      </dl>
      <p className="mt-4 text-[.9375rem] text-muted">
        {delivered.charAt(0).toUpperCase()}
        {delivered.slice(1)} também {delivered === MANY_KEYS ? 'vão' : 'vai'} para{' '}
        {email ? <strong className="wrap-anywhere font-semibold text-foreground">{email}</strong> : 'o seu e-mail'}.
      </p>
    </>
  );
}

/** Writes `a chave`, `as chaves`, `o download`. */
export function deliveredWith({ keys, offers }: CheckoutProduct, order: ShownOrder): string {
  const withKey = new Set(offers.flatMap(({ name, requiresActivation }) => (requiresActivation ? name : [])));
  const offered = order.lines.slice(1).filter(({ name }) => withKey.has(name));
  const all = keys * quantityOf(order) + offered.length;
  if (all === 0) return 'o download';
  return all > 1 ? MANY_KEYS : 'a chave';
}

const MANY_KEYS = 'as chaves';

function nameOf({ product, order }: Props): string {
  return countedName(product.name, quantityOf(order));
}
