import { offerField } from '#src/wire/offers/offer-field.ts';
import type { OfferBeside } from '#src/wire/offers/offers.ts';
import type { Order } from './use-order.ts';

export type OffersFieldProps = { order: Order; offers: readonly OfferBeside[] };

/** None is taken before the buyer presses it. Its buttons are posted without scripts as well. */
export function OffersField({ order, offers }: OffersFieldProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Leve também</legend>
      {offers.map((offer) => (
        <OfferChoice key={offer.id} order={order} offer={offer} />
      ))}
      {order.refusals.offers && (
        <p role="alert" className="text-danger text-sm">
          {order.refusals.offers}
        </p>
      )}
    </fieldset>
  );
}

function OfferChoice({ order, offer }: { order: Order; offer: OfferBeside }) {
  const { id, image, headline, text, price, fullPrice } = offer;
  const isTaken = order.chosen.offerIds.includes(id);
  return (
    <>
      {isTaken && <input type="hidden" name={offerField(id)} value="1" />}
      <button
        type="submit"
        name="intent"
        value={offerField(id)}
        role="checkbox"
        aria-checked={isTaken}
        onClick={(event) => {
          event.preventDefault();
          order.toggleOffer(id);
        }}
        className="flex items-center gap-4 rounded-field border border-outline p-4 text-left transition-colors hover:bg-raised aria-checked:border-foreground"
      >
        <span
          aria-hidden
          className={`grid size-5 shrink-0 place-items-center rounded border border-outline font-semibold text-sm leading-none ${isTaken ? 'bg-petrol-600 text-white' : ''}`}
        >
          {isTaken && '✓'}
        </span>
        <img
          src={image}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          className="w-24 shrink-0 rounded object-cover max-[26rem]:hidden"
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold text-[.9375rem]">
            {headline} por <span className="whitespace-nowrap tabular-nums">{price}</span>{' '}
            <span className="whitespace-nowrap font-normal text-muted tabular-nums">(de {fullPrice})</span>
          </span>
          {text && <span className="mt-0.5 block text-muted text-sm">{text}</span>}
          {order.applied !== null && (
            <span className="block text-muted text-sm">O cupom não vale para esta oferta.</span>
          )}
        </span>
      </button>
    </>
  );
}
